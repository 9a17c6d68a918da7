"""A person's machine: a home, a project, a clock, the client, and the model behind it."""

import json
import shutil
import sqlite3
import subprocess
from pathlib import Path

import headless
from check import Failed, one
from clock import Clock
from interactive import Terminal
from standin import Standin
from wait import until

SHOWN = Path(__file__).resolve().parents[2] / "target" / "real_client"
KEY = "sk-ant-stand-in-0123456789-abcdefghij"
TRANSCRIPT_LAG = 1.0
DOORS = ("session-start", "session-end", "subagent-start", "user-prompt", "pre-tool-use")
PROGRAMS = ("ingrain", *(f"ingrain-{door}" for door in DOORS))


class World:
    def __init__(self, folder, client, build):
        self.folder = Path(folder)
        self.client = client
        self.home = self._folder("home")
        self.programs = self._folder("home/.local/bin")
        self.project = self._folder("work/shop")
        self._folder("tmp")
        self.clock = Clock()
        self.api = Standin(self.folder / "requests.jsonl")
        self.install(build)
        client.put_on_path(self._folder("bin"))
        self._git_repository()
        self._first_run_is_over()

    def _folder(self, name):
        path = self.folder / name
        path.mkdir(parents=True)
        return path

    def install(self, build):
        """Where install scripts put programs; a copy, so that a scenario may break it."""
        for program in PROGRAMS:
            shutil.copy2(build / program, self.programs / program)

    def _git_repository(self):
        (self.project / "Makefile").write_text("lint:\n\ttrue\ntest:\n\ttrue\n")
        self.run("git", "init", "-q", "-b", "main")
        self.run("git", "add", ".")
        self.run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", "start")

    def _first_run_is_over(self):
        """The interactive client would otherwise ask about theme, key and trust."""
        state = {
            "hasCompletedOnboarding": True,
            "theme": "dark",
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
            "projects": {str(self.project): {"hasTrustDialogAccepted": True}},
        }
        (self.home / ".claude.json").write_text(json.dumps(state))

    # The machine

    def env(self, **more):
        path = [str(self.folder / "bin"), str(self.programs), "/usr/local/bin", "/usr/bin", "/bin"]
        return {
            "PATH": ":".join(path),
            "HOME": str(self.home),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "ANTHROPIC_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": self.api.url,
            "CLAUDE_CODE_TMPDIR": str(self.folder / "tmp"),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            **self.clock.env(),
            **more,
        }

    def run(self, *command, cwd=None, fails=False, **env):
        done = subprocess.run(
            command, cwd=cwd or self.project, env=self.env(**env), capture_output=True, text=True, timeout=120, input=""
        )
        if bool(done.returncode) != fails:
            raise Failed(f"`{' '.join(map(str, command))}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done

    def claude(self, *arguments, **options):
        return self.run(*self.client.command, *arguments, **options)

    # Sessions

    def talk(self, *prompts, resume=None, fork=False, cwd=None, options=(), settled=True, **env):
        """A whole headless session; when it returns, ingrain's worker has finished too."""
        options = [*options, *(["--resume", resume] if resume else []), *(["--fork-session"] if fork else [])]
        began = self.clock.real()
        talk = headless.hold(self.client.command, self.env(**env), cwd or self.project, prompts, options)
        talk.seconds = self.clock.real() - began
        if settled:
            self.settle()
        self.clock.age_files(self.home / ".claude", began - TRANSCRIPT_LAG)
        return talk

    def terminal(self, *options):
        return Terminal(self.folder / "tmux", [*self.client.command, *options], self.env(), self.project)

    def transcript(self, session_id):
        return one((self.home / ".claude" / "projects").glob(f"*/{session_id}.jsonl"), f"transcript of {session_id}")

    # ingrain

    def ingrain(self, *arguments, **options):
        return self.run(str(self.programs / "ingrain"), *arguments, **options).stdout

    def ingrain_json(self, *arguments, **options):
        return json.loads(self.ingrain(*arguments, "--json", **options))

    def configure(self, **settings):
        """At user level, where no trust is needed."""
        path = self.home / ".config" / "ingrain" / "config.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        known = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps({**known, **settings}))

    def observations(self, **options):
        return self.ingrain_json("list", **options)

    def status(self):
        return self._verdict("status")

    def diagnosis(self):
        return self._verdict("doctor")

    def _verdict(self, command):
        """Of an unhealthy project too: scenarios make it unhealthy on purpose."""
        whole = [str(self.programs / "ingrain"), command, "--json"]
        done = subprocess.run(whole, cwd=self.project, env=self.env(), capture_output=True, text=True)
        try:
            return json.loads(done.stdout)
        except ValueError:
            raise Failed(f"`ingrain {command}` ended with {done.returncode}:\n{done.stdout}{done.stderr}") from None

    def settle(self, seconds=90):
        """Waits until no process of ingrain runs. The sandbox has its own process table, so all there are, are ours."""
        until(lambda: not processes("ingrain"), seconds, lambda: f"ingrain to finish: {processes('ingrain')}")

    def rows(self, query):
        database = one(self.data().glob("projects/*/learning.db"), "database")
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(query)]

    def data(self):
        return self.home / ".local" / "share" / "ingrain"

    def keep(self, name, text):
        """Something worth looking at after the run."""
        SHOWN.mkdir(parents=True, exist_ok=True)
        (SHOWN / name).write_text(text)

    def close(self):
        self.api.close()


def processes(name):
    """Running processes whose program begins with `name`, without zombies."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            program, _, rest = stat.read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue
        if program.startswith(name) and rest.split()[0] != "Z":
            found.append(int(stat.parent.name))
    return found
