"""What the person deletes is refused, for good, although the sessions go on teaching it."""

import lessons
from artifacts import Artifacts
from check import equal, holds, one
from clients import NEWEST

TITLE = "a deleted artifact never comes back although sessions go on"
CLIENTS = (NEWEST,)
BEFORE = (20.0, 15.0, 12.0)
AFTER = (10.0, 8.0, 5.0)


def run(world):
    world.configure(learn_headless=True, max_daily_runs=50)
    world.ingrain("enable", "--extractor", "claude")
    lessons.script(world)
    lessons.hold_days(world, BEFORE)
    made = Artifacts(world)
    one(made.commands(), "commands").unlink()
    knowledge = world.project / ".memory" / "knowledge" / "pitfalls.md"
    knowledge.write_text(_without_section(knowledge.read_text(), "PF-001"))
    for number, days_ago in enumerate(AFTER, len(BEFORE)):
        world.clock.go_to(days_ago)
        world.talk(*lessons.prompts(number))
        _still_gone(world, made)
    world.clock.go_to(3)
    world.ingrain("learn", "--now")
    world.ingrain("reconcile", "--json")
    _still_gone(world, made)
    status = {o["title"]: o["status"] for o in world.observations()}
    equal(status[lessons.RELEASE.title], "deprecated", "the refused command")
    equal(status[lessons.GENERATED.title], "deprecated", "the refused pitfall")
    equal(status[lessons.DATABASE.title], "created", "the decision that was left alone")
    holds(made.skills() and "ADR-001" in made.decisions(), "what was not deleted is still there")


def _still_gone(world, made):
    equal(made.commands(), [], "commands after the person deleted the only one")
    holds("PF-" not in made.pitfalls(), "the deleted pitfall is not back")
    asked = world.api.asked_by_people()[-1]
    equal(asked.told("PF-001"), 0, "the deleted pitfall in a request")


def _without_section(text, anchor):
    sections = text.split("\n## ")
    return "\n## ".join(section for section in sections if not section.startswith(anchor))
