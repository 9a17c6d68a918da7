"""After `disable` nothing of ingrain runs, and the settings are what they were."""

import lessons
from check import equal
from clients import NEWEST, OLDEST

TITLE = "after disable nothing runs, and settings are as before"
CLIENTS = (NEWEST, OLDEST)
# Laid out as no program would: it has to come back byte for byte.
SETTINGS = '{"cleanupPeriodDays" : 30,\n\n\t"hooks": { }}'


def run(world):
    settings = world.home / ".claude" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(SETTINGS)
    lessons.learn(world)
    world.clock.go_to(0)
    world.ingrain("disable")
    equal(settings.read_text(), SETTINGS, "settings.json after disable")
    left = _state(world)
    world.talk(*lessons.prompts(3))
    equal(world.api.last(lessons.GENERATED.prompts[3]).told("Decisions ("), 0, "the index in a session after disable")
    equal(_state(world), left, "ingrain's own files")
    equal(len(world.api.extractions()), 1, "requests for extraction, all from before")
    equal(world.status()["enabled"], False, "enabled")


def _state(world):
    """Every file of ingrain with its content; the log may be written by the commands above, not by a hook."""
    files = [path for path in world.data().rglob("*") if path.is_file()]
    return {str(path.relative_to(world.data())): path.read_bytes() for path in files}
