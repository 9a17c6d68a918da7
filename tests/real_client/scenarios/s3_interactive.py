"""A person at a terminal: prompt, answer, `/exit`, learned."""

import lessons
import messages
from check import contains, equal, one
from clients import NEWEST

TITLE = "the interactive client: prompt, answer, /exit, learned"
CLIENTS = (NEWEST,)


def run(world):
    world.configure(batch_size=1)
    world.ingrain("enable", "--extractor", "claude")
    lessons.script(world)
    world.api.when(lessons.DATABASE.prompts[0], messages.say("PostgreSQL it is."))
    terminal = world.terminal()
    try:
        _hold_session(world, terminal)
    finally:
        terminal.close()
    world.settle()
    asked = one(world.api.extractions(), "requests for extraction")
    contains(lessons.taught(asked), lessons.DATABASE.prompts[0], "what was learned from")
    sessions = world.status()["sessions"]
    equal((sessions["captured"], sessions["learned"], sessions["missed"]), (1, 1, 0), "captured, learned, missed")


def _hold_session(world, terminal):
    terminal.see("❯")
    for question, answer in (
        (lessons.DATABASE.question, lessons.DATABASE.answer[:60]),
        (lessons.DATABASE.prompts[0], "PostgreSQL it is."),
        (lessons.RELEASE.prompts[0], "Understood."),
    ):
        terminal.type(question)
        terminal.see(answer)
    world.keep("interactive.txt", terminal.screen())
    terminal.type("/exit")
    terminal.wait_for_exit()
