"""The other way in: as a plugin, from a checkout, offline."""

import json
import shutil
import subprocess
from pathlib import Path

import lessons
from check import contains, equal, holds, one
from clients import NEWEST, OLDEST
from world import PROGRAMS

TITLE = "the plugin: accepted, installed, learns, and never twice"
CLIENTS = (NEWEST, OLDEST)
ROOT = Path(__file__).resolve().parents[3]


def run(world):
    world.configure(learn_headless=True)
    lessons.script(world)
    clone = checkout(world)
    if world.client.version == NEWEST:
        world.claude("plugin", "validate", "--strict", "--profile", "directory", str(clone / "plugin"))
    world.claude("plugin", "marketplace", "add", str(clone))
    (clone / "target").mkdir()
    (clone / "target" / "built").write_bytes(b"x" * 5_000_000)
    world.claude("plugin", "install", "ingrain@ingrain-plugins")
    _is_small(world)
    _says_once_how_to_install(world)
    _learns_without_enable(world)
    _once_when_enabled_both_ways(world)


def checkout(world):
    """What a clone has: files of the repository, not what was built."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        target = world.folder / "checkout" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    return world.folder / "checkout"


def _is_small(world):
    """What was built in the checkout stays there."""
    kept = [path for path in (world.home / ".claude" / "plugins").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in kept)
    holds(size < 200_000, f"the client keeps {size} bytes: {kept}")


def _says_once_how_to_install(world):
    away = world.folder / "away"
    away.mkdir()
    for program in PROGRAMS:
        shutil.move(world.programs / program, away / program)
    first, second = (json.dumps(world.talk("Is anyone there?").events) for _ in range(2))
    for program in PROGRAMS:
        shutil.move(away / program, world.programs / program)
    one(world.home.rglob("told-how-to-install"), "notes that the person was told")
    if world.client.version == NEWEST:  # the older one does not report messages of hooks in this format
        contains(first, "install.sh", "what the person is told")
    holds("install.sh" not in second, "the person is told once")
    equal(list(world.data().glob("projects/*")), [], "projects while nothing was installed")


def _learns_without_enable(world):
    world.configure(extractor="claude", consent=True)
    lessons.hold_days(world)
    equal(
        {o["status"] for o in world.observations() if o["title"] in _titles()}, {"created"}, "status of what was taught"
    )
    equal(world.status()["enabled"], True, "enabled, by the plugin alone")
    contains(world.ingrain("doctor"), "registered by the plugin", "what doctor says")


def _once_when_enabled_both_ways(world):
    world.ingrain("enable", "--extractor", "claude")
    world.clock.go_to(0)
    captured = world.status()["sessions"]["captured"]
    world.talk(*lessons.prompts(3))
    equal(world.api.last(lessons.GENERATED.prompts[3]).told("Decisions (1):"), 1, "the index in the request")
    equal(world.status()["sessions"]["captured"], captured + 1, "captured sessions")


def _titles():
    return {lesson.title for lesson in lessons.ALL}
