"""`doctor` proves the loop on this machine, and names what is broken when something is."""

from check import contains
from clients import NEWEST

TITLE = "doctor proves the loop, and says what to do when it is broken"
CLIENTS = (NEWEST,)


def run(world):
    world.run(str(world.programs / "ingrain"), "doctor", fails=True)
    world.ingrain("enable", "--extractor", "builtin")
    world.talk("Good morning.")
    world.ingrain("doctor")
    (world.programs / "ingrain-session-end").unlink()
    told = world.run(str(world.programs / "ingrain"), "doctor", fails=True)
    contains(told.stdout + told.stderr, "ingrain-session-end", "what doctor says about a missing program")
