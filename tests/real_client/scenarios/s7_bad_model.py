"""A model that is overloaded, slow or talks nonsense costs time, never a lesson, and the person does not notice."""

import lessons
import messages
from check import equal, holds
from clients import NEWEST

TITLE = "model overloaded, slow or talking nonsense: nothing is lost"
CLIENTS = (NEWEST,)
PATIENCE = 4


def run(world):
    world.configure(learn_headless=True, batch_size=1, timeout_s=PATIENCE, max_daily_runs=50)
    world.ingrain("enable", "--extractor", "claude")
    troubles = (
        ("overloaded", messages.OVERLOADED),
        ("slow", messages.use("StructuredOutput", observations=[]).late(PATIENCE * 3)),
    )
    for day, (name, trouble) in enumerate(troubles):
        _bad_day(world, day, name, trouble)
    _good_day(world, day=2)
    _nonsense_then_good(world)


def _bad_day(world, day, name, trouble):
    world.clock.go_to(9 - 2 * day)
    world.api.forget_rules()
    world.api.when(lambda asked: asked.is_extraction, trouble, lessons.MANY)
    lessons.script(world)
    talk = world.talk(*lessons.prompts(day), settled=False)
    holds(all(not answer["is_error"] for answer in talk.answers), f"{name}: the person's session goes well")
    holds(talk.seconds < PATIENCE * 3, f"{name}: the person does not wait ({talk.seconds:.1f} s)")
    world.settle()
    equal(_without_structure(world), [], f"{name}: observations")
    equal(world.status()["sessions"]["waiting"], day + 1, f"{name}: sessions that wait")


def _good_day(world, day):
    world.clock.go_to(5)
    world.api.forget_rules()
    lessons.script(world)
    world.talk(*lessons.prompts(day))
    counts = {o["type"]: o["count"] for o in _without_structure(world)}
    equal(counts, {lesson.kind: 3 for lesson in lessons.ALL}, "sessions behind each lesson, the bad days included")
    equal(world.status()["sessions"]["waiting"], 0, "sessions that wait")


def _nonsense_then_good(world):
    world.clock.go_to(3)
    world.api.forget_rules()
    world.api.when(lambda asked: asked.is_extraction, messages.say("I would rather write a poem."), lessons.MANY)
    lessons.script(world)
    world.talk(*lessons.prompts(3))
    equal(world.status()["sessions"]["waiting"], 1, "sessions that wait after nonsense")
    world.clock.go_to(2)
    world.api.forget_rules()
    lessons.script(world)
    world.talk(*lessons.prompts(4))
    counts = {o["count"] for o in _without_structure(world)}
    equal(counts, {5}, "sessions behind each lesson in the end")


def _without_structure(world):
    """What the model's words taught; detectors need no model and may find more."""
    titles = {lesson.title for lesson in lessons.ALL}
    return [o for o in world.observations() if o["title"] in titles]
