"""`doctor` proves the loop on this machine, and names what is broken when something is."""

import json

from check import contains, equal
from clients import NEWEST, OLDEST

TITLE = "doctor proves the loop, and says what to do when it is broken"
CLIENTS = (NEWEST, OLDEST)


def run(world):
    equal(set(_problems(world)), set(), "problems before enable: not to be enabled is none")
    world.ingrain("enable", "--extractor", "claude")
    world.talk("Good morning.")
    _all_is_well(world)
    settings = world.home / ".claude" / "settings.json"
    working = settings.read_text()
    _is_silent(world, "// mine\n" + working, {"settings"})
    _is_silent(world, json.dumps({**json.loads(working), "disableAllHooks": True}), {"settings"})
    settings.write_text(working)
    equal(_problems(world), {}, "problems with the settings as they were")
    (world.programs / "ingrain-session-end").unlink()
    contains(_problems(world)["programs"], "ingrain-session-end", "what doctor says about a missing program")


def _all_is_well(world):
    equal(_problems(world), {}, "problems of a machine that works")
    told = world.ingrain("doctor")
    contains(told, f"is {world.client.version} and knows the flags", "what doctor says about the client")
    contains(told, "1 session captured", "what doctor says about sessions")
    contains(told, "and showed it to a third", "what doctor says about the loop")


def _is_silent(world, settings, problems):
    """What doctor says of these settings is what the client does with them."""
    (world.home / ".claude" / "settings.json").write_text(settings)
    equal(set(_problems(world)), problems, "problems")
    world.talk("Is anyone there?")
    equal(world.status()["sessions"]["captured"], 1, "sessions captured with settings that the client does not heed")


def _problems(world):
    """Name and words of each check that failed."""
    diagnosis = world.diagnosis()
    return {check["name"]: check["found"] for check in diagnosis["checks"] if not check["ok"]}
