"""A person at a terminal: prompt, answer, `/exit`, learned; and greeted with it the next time."""

import lessons
import messages
from check import contains, equal
from clients import NEWEST

TITLE = "the interactive client: prompt, answer, /exit, learned, told"
CLIENTS = (NEWEST,)
THANKS = "PostgreSQL it is."


def run(world):
    world.configure(batch_size=1)
    world.ingrain("enable", "--extractor", "claude")
    lessons.script(world)
    world.api.when(lambda asked: asked.typed in lessons.DATABASE.prompts, messages.say(THANKS), lessons.MANY)
    for day in range(2):
        _hold_session(world, day)
        _is_learned(world, day)
    _is_told(world)


def _hold_session(world, day):
    said = (
        (lessons.DATABASE.question, lessons.DATABASE.answer[:60]),
        (lessons.DATABASE.prompts[day], THANKS),
        (lessons.RELEASE.prompts[day], "Understood."),
    )
    with world.terminal() as terminal:
        terminal.see("❯")
        for question, answer in said:
            terminal.type(question)
            terminal.see(answer)
        world.keep(f"interactive-{day + 1}.txt", terminal.screen())
        terminal.exit()
    world.settle()


def _is_learned(world, day):
    asked = world.api.extractions()
    equal(len(asked), day + 1, "requests for extraction")
    contains(lessons.taught(asked[-1]), lessons.DATABASE.prompts[day], "what was learned from")
    sessions = world.status()["sessions"]
    counts = tuple(sessions[name] for name in ("captured", "learned", "missed"))
    equal(counts, (day + 1, day + 1, 0), "captured, learned, missed")


def _is_told(world):
    """The person reads what is new, the model gets the index."""
    with world.terminal() as terminal:
        terminal.see("ingrain learned")
        terminal.see("ADR-001")
        terminal.type("Where do login sessions live?")
        terminal.see("Understood.")
        world.keep("interactive-3.txt", terminal.screen())
        terminal.exit()
    equal(world.api.last("Where do login sessions live?").told("ADR-001  "), 1, "the decision in the request")
    world.settle()
