"""The promise as a whole: sessions of several days become artifacts, and the next session has them."""

import re

import lessons
from artifacts import Artifacts
from check import contains, equal, holds, one
from clients import NEWEST, OLDEST

TITLE = "sessions of several days become artifacts that the client uses"
CLIENTS = (NEWEST, OLDEST)


def run(world):
    world.ingrain("enable", "--extractor", "claude")
    lessons.script(world)
    _a_script_teaches_nothing(world)
    world.configure(learn_headless=True)
    lessons.hold_days(world)
    made = Artifacts(world)
    _one_of_each(world, made)
    _next_session_has_them(world, made)
    _command_can_be_invoked(world, made)
    _learned_nothing_from_itself(world)


def _a_script_teaches_nothing(world):
    """Only a person's words count, unless the person wants it otherwise; the older client's transcript does not tell."""
    world.clock.go_to(12)
    world.talk(*lessons.prompts(5))
    world.ingrain("learn", "--now")
    equal(world.status()["sessions"]["captured"], 1, "captured sessions")
    equal(world.observations(), [], "observations of a session that no person held")


def _one_of_each(world, made):
    created = {o["type"]: o for o in world.observations() if o["status"] == "created"}
    equal(set(created), {lesson.kind for lesson in lessons.ALL}, "types with an artifact")
    for lesson in lessons.ALL:
        equal(created[lesson.kind]["title"], lesson.title, f"title of the {lesson.kind}")
        equal(created[lesson.kind]["count"], len(lessons.DAYS), f"sessions that taught the {lesson.kind}")
    contains(one(made.commands(), "commands").read_text(), "make lint", "the command")
    contains(one(made.skills(), "skills").read_text(), "make migrate-check", "the skill")
    contains(made.decisions(), "## ADR-001: " + lessons.DATABASE.title, "decisions.md")
    contains(made.pitfalls(), "## PF-001: " + lessons.GENERATED.title, "pitfalls.md")
    equal(world.rows("PRAGMA integrity_check")[0]["integrity_check"], "ok", "the database")


def _next_session_has_them(world, made):
    world.clock.go_to(0)
    world.talk("Good morning.")
    asked = world.api.last("Good morning.")
    for line in ("Decisions (1):", "Pitfalls (1):", "ADR-001  ", "PF-001  "):
        equal(asked.told(line), 1, f"`{line}` in the next session's request")
    for path in (*made.commands(), *made.skills()):
        holds(asked.told(_description(path)) >= 1, f"the client lists {path.name} by its description")


def _description(path):
    found = re.search(r"^description: *(.+)$", path.read_text(), re.M)
    holds(found, f"{path} has a description")
    return found.group(1).strip("\"'")


def _command_can_be_invoked(world, made):
    command = one(made.commands(), "commands")
    world.talk(f"/self-learning:{command.stem} now")
    asked = world.api.last(f"self-learning:{command.stem}")
    contains(asked.typed, lessons.RELEASE.fields["steps"][0], "what the invoked command tells the model")


def _learned_nothing_from_itself(world):
    """The index and the command's body are in these transcripts now, but no person said them."""
    before = {o["id"]: o["count"] for o in world.observations()}
    world.ingrain("learn", "--now")
    after = {o["id"]: o["count"] for o in world.observations()}
    equal(after, before, "observations and their counts after ingrain's own words went by")
