"""What the person of these scenarios teaches, and the model that understands it.

Four lessons, one of each type, told in other words on every day, because people rarely repeat themselves word by word. The
model's part in the extraction is scripted too: it quotes the messages that carry a lesson, as a good model would.
"""

import json
from dataclasses import dataclass

import messages

MANY = 10_000
DAYS = (9.0, 4.0, 1.0)
"""Days ago; three sessions fill a batch, and their spread is enough for every type."""


@dataclass(frozen=True)
class Lesson:
    kind: str
    title: str
    fields: dict
    question: str
    """What the person asked before, so that the assistant had something to be answered."""
    answer: str
    prompts: tuple
    """The teaching itself, worded for each day."""


RELEASE = Lesson(
    kind="workflow",
    title="Lint, test and tag before a release",
    fields={"steps": ["Run `make lint`", "Run `make test`", "Tag the commit with `git tag`"]},
    question="",
    answer="",
    prompts=(
        "Let us release. First run `make lint`, then `make test`, and last of all tag the commit with `git tag v1.4.0`.",
        "Another release today: `make lint` first, then `make test`, after that `git tag v1.5.0`. In this order, please.",
        "Same as always for a release: `make lint`, next `make test`, and when both are green `git tag v1.6.0`.",
        "Release time again. Run `make lint`, then `make test`, then put the mark on it with `git tag v1.7.0`.",
        "And one more release: start with `make lint`, go on with `make test`, finish with `git tag v1.8.0`.",
        "Ship it: `make lint`, then `make test`, then `git tag v1.9.0`, as in every release before.",
    ),
)

MIGRATION = Lesson(
    kind="procedural",
    title="Check every migration with make migrate-check",
    fields={
        "situation": "A file below `migrations/` is added or changed",
        "steps": ["Write the new file into `migrations/`", "Run `make migrate-check`"],
        "rationale": "A migration that cannot be undone blocks the next release",
    },
    question="",
    answer="",
    prompts=(
        "When you add a file to `migrations/`, always run `make migrate-check` afterwards: it tries the way back as well.",
        "There is a new file in `migrations/` now, so run `make migrate-check` before you go on, like every time.",
        "You changed `migrations/0007.sql`. After such a change `make migrate-check` has to run, always.",
        "New table, new file in `migrations/`. Do not forget `make migrate-check` once it is written.",
        "Every time something in `migrations/` changes, `make migrate-check` has to run before anything else.",
        "For `migrations/0011.sql` the same holds: run `make migrate-check` when you have written it.",
    ),
)

DATABASE = Lesson(
    kind="decision",
    title="Keep login sessions in PostgreSQL",
    fields={
        "context": "Login sessions need a place that survives a restart",
        "decision": "Login sessions are stored in PostgreSQL, not in Redis",
        "rationale": "No second server has to be run and backed up",
    },
    question="Where would you keep the login sessions?",
    answer="Login sessions could live in Redis, which is fast, or in the database we have. I would set up Redis. Shall I?",
    prompts=(
        "No, keep the login sessions in PostgreSQL, because we do not want to run and back up a second server for them.",
        "Put them into PostgreSQL, because another server besides it is one more thing that fails at night.",
        "As decided: PostgreSQL for login sessions, because a second server needs backups that nobody here does.",
        "PostgreSQL it is, because we said that no second server comes into this house for sessions.",
        "We stay with PostgreSQL for that, because a Redis server would be the only one without a backup.",
        "PostgreSQL again, because of the backups: one server, one place for login sessions.",
    ),
)

GENERATED = Lesson(
    kind="pitfall",
    title="Change `src/app.ts`, not `dist/app.js`",
    fields={
        "area": "dist/app.js",
        "issue": "The generated file `dist/app.js` was edited by hand",
        "impact": "The next build throws the change away",
        "resolution": "Change `src/app.ts` and run `make build`",
    },
    question="The header of the page is too small, please repair it.",
    answer="I made the header larger by editing the style directly in `dist/app.js`, so it is visible at once.",
    prompts=(
        "That is wrong: never edit `dist/app.js`, it is generated. Undo it, change `src/app.ts` and run `make build`.",
        "No! `dist/app.js` is thrown away by the next build. Revert it and do it in `src/app.ts`, then `make build`.",
        "Not there. Do not touch `dist/app.js`, the build writes it; the right place is `src/app.ts`, then `make build`.",
        "Stop, `dist/app.js` is output of the build. Please undo that and edit `src/app.ts`, then `make build`.",
        "Do not change `dist/app.js` by hand, that gets lost. Take `src/app.ts` and run `make build`.",
        "Wrong file again: `dist/app.js` is generated. Undo it, edit `src/app.ts`, run `make build`.",
    ),
)

ALL = (RELEASE, MIGRATION, DATABASE, GENERATED)


def prompts(day, lessons=ALL):
    """The session of one day, question by question."""
    wording = [(lesson.question, lesson.prompts[day]) for lesson in lessons]
    return [prompt for pair in wording for prompt in pair if prompt]


def script(world, lessons=ALL):
    """Teaches the stand-in its part of the talk, and the extraction."""
    for lesson in lessons:
        if lesson.question:
            world.api.when(_is_question(lesson), messages.say(lesson.answer), MANY)
    world.api.when(lambda asked: asked.is_extraction, extract, MANY)


def _is_question(lesson):
    return lambda asked: not asked.is_extraction and asked.typed.endswith(lesson.question)


def hold_days(world, days=DAYS, first=0, lessons=ALL):
    """One session for each of the days. Leaves the clock on the last of them."""
    for number, days_ago in enumerate(days, first):
        world.clock.go_to(days_ago)
        world.talk(*prompts(number, lessons))


def learn(world, *options):
    """Enables ingrain and holds all the days, so that everything there is to learn is learned."""
    world.configure(learn_headless=True)
    world.ingrain("enable", "--extractor", "claude", *options)
    script(world)
    hold_days(world)


def extract(asked):
    """The model's answer to ingrain's own request. Once the tool has taken it there is nothing more to say."""
    if asked.answers_a_tool:
        return messages.say("Done.")
    request = extraction_request(asked)
    found = [_item(lesson, request) for lesson in ALL]
    return messages.use("StructuredOutput", observations=[item for item in found if item])


def extraction_request(asked):
    return json.loads(asked.typed)


def taught(asked):
    """The texts a request for extraction holds, so that scenarios can count them."""
    return [signal["text"] for signal in extraction_request(asked)["user_signals"]]


def _item(lesson, request):
    evidence = _evidence(lesson, request)
    if not evidence:
        return None
    known = (old["id"] for old in request["existing"] if (old["type"], old["title"]) == (lesson.kind, lesson.title))
    common = {"type": lesson.kind, "title": lesson.title, "matches": next(known, None)}
    return {**common, **lesson.fields, "evidence": evidence, "quality_ok": True}


def _evidence(lesson, request):
    if lesson.question:
        pairs = [pair for pair in request["dialog_pairs"] if _teaches(lesson, pair["user"])]
        return [_quote(pair[side]) for pair in pairs for side in ("assistant", "user")]
    return [_quote(signal) for signal in request["user_signals"] if _teaches(lesson, signal)]


def _teaches(lesson, message):
    return message["text"] in lesson.prompts


def _quote(message):
    return {"message": message["id"], "quote": message["text"]}
