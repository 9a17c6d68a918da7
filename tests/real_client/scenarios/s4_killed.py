"""SessionEnd does not always come. What it would have noted is found at the next start, and counted once."""

import lessons
import messages
from check import equal
from clients import NEWEST
from headless import Headless
from wait import until

TITLE = "SessionEnd killed, client killed: learned at the next start, once"
CLIENTS = (NEWEST,)


def run(world):
    world.configure(learn_headless=True, batch_size=1, max_daily_runs=50)
    world.ingrain("enable", "--extractor", "claude")
    lessons.script(world)
    _session_whose_end_is_killed(world)
    _learned(world, first=0, second=0)
    _client_killed(world)
    _learned(world, first=1, second=0)
    world.clock.go_to(3)
    world.talk("Good morning.")
    _learned(world, first=1, second=1)
    world.clock.go_to(1)
    world.talk("Good evening.")
    world.ingrain("learn", "--now")
    _learned(world, first=1, second=1)
    counts = {o["title"]: o["count"] for o in world.observations()}
    for lesson in lessons.ALL:
        equal(counts.get(lesson.title), 2, f"sessions that taught `{lesson.title}`")


def _session_whose_end_is_killed(world):
    world.clock.go_to(7)
    door = world.programs / "ingrain-session-end"
    whole = door.read_bytes()
    door.unlink()
    door.write_text("#!/bin/sh\nkill -9 $$\n")
    door.chmod(0o755)
    world.talk(*lessons.prompts(0))
    door.unlink()
    door.write_bytes(whole)
    door.chmod(0o755)


def _client_killed(world):
    """In the middle of an answer, as when a terminal is closed or the machine goes off."""
    world.clock.go_to(5)
    last = lessons.prompts(1)[-1]
    world.api.when(lambda asked: asked.typed == last, messages.say("Never heard.").late(30))
    began = world.clock.real()
    client = Headless(world.client.command, world.env(), world.project)
    for prompt in lessons.prompts(1)[:-1]:
        client.send(prompt)
        client.answer()
    client.send(last)
    until(lambda: world.api.asked[-1].typed == last, 60, "the last prompt to reach the model")
    until(lambda: last in _transcripts(world), 20, "the last prompt to stand in the transcript")
    client.kill()
    world.settle()
    world.clock.age_files(world.home / ".claude", began)


def _transcripts(world):
    return "".join(path.read_text() for path in (world.home / ".claude" / "projects").glob("*/*.jsonl"))


def _learned(world, first, second):
    """How often the sentences of both sessions were given to the model so far."""
    texts = [text for asked in world.api.extractions() for text in lessons.taught(asked)]
    for day, times in enumerate((first, second)):
        for lesson in lessons.ALL:
            prompt = lesson.prompts[day]
            equal(texts.count(prompt), times, f"times that `{prompt[:40]}…` was given to the model")
