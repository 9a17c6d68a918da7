"""The real client: the versions we promise to work with, where they come from and how each is started."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

NEWEST = "2.1.325"
OLDEST = "2.0.64"
PACKAGE = "@anthropic-ai/claude-code"


class CannotRun(Exception):
    """Something outside the project is missing: neither a pass nor a failure."""


@dataclass(frozen=True)
class Client:
    version: str
    command: tuple

    @property
    def subagent_tool(self):
        return "Task" if self.version == OLDEST else "Agent"

    @property
    def reloads_skills(self):
        """Commands written by a SessionStart hook are listed in the same session."""
        return self.version != OLDEST

    @property
    def without_hooks(self):
        """Options of a call that no hook, plugin or transcript notices."""
        if self.version == OLDEST:
            return ["--setting-sources", "", "--strict-mcp-config", "--disable-slash-commands"]
        return ["--safe-mode"]

    def put_on_path(self, folder):
        """`claude` as people have it: one name on the PATH."""
        door = folder / "claude"
        door.write_text("#!/bin/sh\nexec " + " ".join(f"'{word}'" for word in self.command) + ' "$@"\n')
        door.chmod(0o755)


def is_cached(version, cache):
    return any(_modules(version, cache).glob("claude-code*/package.json"))


def _modules(version, cache):
    return Path(cache) / version / "node_modules" / "@anthropic-ai"


def provide(version, cache):
    """Installs the version into the cache unless it is there."""
    home = Path(cache) / version
    if not is_cached(version, cache):
        _install(version, home)
    modules = _modules(version, cache)
    native = next(modules.glob("claude-code-*/claude"), None)
    if native:
        return Client(version, (str(native.resolve()),))
    script = modules / "claude-code" / "cli.js"
    node = shutil.which("node")
    if script.exists() and node:
        return Client(version, (node, str(script.resolve())))
    raise CannotRun(f"{PACKAGE}@{version} in `{home}` holds no program for this machine")


def _install(version, home):
    home.mkdir(parents=True, exist_ok=True)
    # The native program is a package of its own; no script of the package has to run for it.
    options = ["--prefix", str(home), "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(["npm", "install", *options, f"{PACKAGE}@{version}"], capture_output=True, text=True)
    if done.returncode:
        raise CannotRun(f"npm could not install {PACKAGE}@{version}:\n{done.stderr.strip()[-2000:]}")
