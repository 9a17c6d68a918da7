"""The place the test runs in: loopback and nothing else, and a process table of its own.

Nothing can leave the machine, whatever the client tries, and whatever a scenario leaves running ends with the run.
"""

import os
import shutil
import subprocess
import sys

from clients import CannotRun

INSIDE = "INGRAIN_REAL_CLIENT_SANDBOX"
# A shell is the first process: it takes care of orphans, which Python would leave as zombies. Shared memory cannot be
# written, so libfaketime does without it: the native client ends at once when its parent's is handed on to it.
FIRST = 'mount -t tmpfs -o ro none /dev/shm && ip link set lo up && "$@"; exit $?'
PACKAGES = {"tmux": "tmux", "ip": "iproute2", "unshare": "util-linux", "git": "git", "node": "nodejs"}


def ready(downloads):
    """Everything needed is there, or was installed just now. npm is needed only when a client has to be fetched."""
    needed = {**PACKAGES, "npm": "npm"} if downloads else PACKAGES
    missing = [package for program, package in needed.items() if not shutil.which(program)]
    if not _has_faketime():
        missing.append("libfaketime")
    if missing:
        _apt_get(missing)
    still = [program for program in needed if not shutil.which(program)]
    if still:
        raise CannotRun(f"missing: {', '.join(still)} (tried apt-get install)")
    _unshare_works()


def _has_faketime():
    from clock import library

    try:
        return bool(library())
    except CannotRun:
        return False


def _apt_get(packages):
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotRun(f"missing packages, and no root or no apt-get to install them: {', '.join(packages)}")
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *packages]):
        subprocess.run(command, capture_output=True, text=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def _unshare(command):
    as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    spaces = ["--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return ["unshare", *as_root, *spaces, "sh", "-c", FIRST, "sh", *command]


def _unshare_works():
    tried = subprocess.run(_unshare(["true"]), capture_output=True, text=True)
    if tried.returncode:
        raise CannotRun(f"no network namespace can be made here (root is needed): {tried.stderr.strip()}")


def entered():
    return os.environ.get(INSIDE) == "1"


def enter(arguments):
    """Runs this same program inside and returns how it ended."""
    command = [sys.executable, *arguments]
    return subprocess.run(_unshare(command), env={**os.environ, INSIDE: "1"}).returncode
