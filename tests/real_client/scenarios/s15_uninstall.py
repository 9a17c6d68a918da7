"""`uninstall` after real sessions: nothing of ingrain is left, and nothing comes back."""

import json

import lessons
from check import equal, holds
from clients import NEWEST, OLDEST
from scenarios.s9_plugin import checkout

TITLE = "uninstall: plugin, hooks, status line and artifacts gone for good"
CLIENTS = (NEWEST, OLDEST)
MINE = {"statusLine": {"type": "command", "command": "echo mine"}}


def run(world):
    settings = world.home / ".claude" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(json.dumps(MINE))
    world.run("sh", str(checkout(world) / "install.sh"), "--from", str(world.programs), "--no-enable")
    world.claude("plugin", "marketplace", "add", str(world.folder / "checkout"))
    world.claude("plugin", "install", "ingrain@ingrain-plugins")
    lessons.learn(world, "--gates", "--statusline")
    holds((world.project / ".memory" / "knowledge" / "decisions.md").exists(), "something was learned")
    world.clock.go_to(0)
    world.ingrain("uninstall", "--yes", "--artifacts")
    _is_gone(world, settings)
    world.talk("Is anyone there?")
    _is_gone(world, settings)


def _is_gone(world, settings):
    left = [path for path in world.home.rglob("*") if path.name.startswith("ingrain") and "plugins/cache" not in str(path)]
    equal(left, [], "files of ingrain in the home")
    equal(sorted(path.name for path in world.project.iterdir()), [".git", "Makefile"], "files in the project")
    now = json.loads(settings.read_text())
    equal(now["statusLine"], MINE["statusLine"], "the status line")
    holds("hooks" not in now and not any((now.get("enabledPlugins") or {}).values()), f"settings: {now}")
