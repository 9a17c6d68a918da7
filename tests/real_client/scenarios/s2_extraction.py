"""The worker's own call of `claude`: it must not feed itself, leave traces, or cost more than is told."""

import json

import lessons
from check import contains, equal, holds, one
from clients import NEWEST, OLDEST

TITLE = "the extraction is a real `claude -p` that nothing notices"
CLIENTS = (NEWEST, OLDEST)


def run(world):
    fired = _hook_of_the_person(world)
    lessons.learn(world)
    _asked_once(world)
    equal(len(fired()), len(lessons.DAYS), "the person's own SessionStart hook ran for the person's sessions only")
    _no_transcript_of_it(world, fired())
    _cost_is_told(world)


def _hook_of_the_person(world):
    """Another tool's hook beside ours: it sees every session that really starts."""
    log = world.folder / "starts.log"
    recorder = world.folder / "recorder"
    recorder.write_text(f"#!/bin/sh\ncat >>'{log}'\necho >>'{log}'\n")
    recorder.chmod(0o755)
    entry = [{"hooks": [{"type": "command", "command": f"'{recorder}'"}]}]
    settings = world.home / ".claude" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(json.dumps({"hooks": {"SessionStart": entry}}))
    return lambda: [json.loads(line)["session_id"] for line in log.read_text().splitlines() if line.strip()]


def _asked_once(world):
    asked = one(world.api.extractions(), "requests for extraction")
    contains(asked.body["model"], "sonnet", "the model asked")
    equal(len(lessons.taught(asked)), len(lessons.DAYS) * 6, "messages of the person in the request")
    holds(asked.told("Is a git repository: true") == 0, "the call is made outside the project")


def _no_transcript_of_it(world, sessions):
    folders = (world.home / ".claude" / "projects").glob("*/*.jsonl")
    left = {path.stem for path in folders if path.stat().st_size and not path.stem.startswith("agent-")}
    equal(left - set(sessions), set(), "transcripts beside those of the person")


def _cost_is_told(world):
    status = world.status()
    holds(status["spend_usd_today"] > 0, f"the cost is recorded: {status['spend_usd_today']}")
    equal(status["runs_today"], 1, "runs today")
