"""A person's rule on tool calls, by level: the model reads it, the person is asked, the call is refused."""

import messages
from check import contains, equal
from clients import NEWEST
from scenarios.s13_within import _confirm, _results

TITLE = "guards: a forbidden call is told, asked and denied"
CLIENTS = (NEWEST,)
RULE = "use the release script for it"


def run(world):
    world.ingrain("enable")
    world.talk("Good morning.")
    world.ingrain("guard", "add", "make lint", "--level", "tell", "--rule", RULE)
    _told(world)
    world.ingrain("guard", "set", "g1", "deny")
    _denied(world)
    world.ingrain("guard", "set", "g1", "ask")
    _asked(world)
    world.ingrain("guard", "remove", "g1")
    equal(_errors(_publish(world, "Publish it for good")), [False], "without a guard the call passes")


def _publish(world, prompt):
    world.api.when(prompt, messages.use("Bash", command="make lint", description="lint"))
    return world.talk(prompt, options=("--allowedTools", "Bash"))


def _errors(talk):
    results = [block for event in talk.events for block in _results(event)]
    return [bool(block.get("is_error")) for block in results]


def _told(world):
    equal(_errors(_publish(world, "Publish it")), [False], "a rule that is told stops nothing")
    contains(world.api.asked_by_people()[-1].everything, RULE, "the request after the call")


def _denied(world):
    equal(_errors(_publish(world, "Publish it now")), [True], "the call is refused")
    contains(world.api.asked_by_people()[-1].everything, RULE, "the reason that the model reads")
    equal(_errors(_publish(world, "Publish it again")), [True], "and refused again")


def _asked(world):
    world.api.when("Publish it at last", messages.use("Bash", command="make lint", description="lint"))
    with world.terminal("--allowedTools", "Bash") as terminal:
        terminal.see("❯")
        terminal.type("Publish it at last")
        terminal.see(RULE)
        world.keep("guard.txt", terminal.screen())
        _confirm(terminal)
        terminal.exit()
    world.settle()
