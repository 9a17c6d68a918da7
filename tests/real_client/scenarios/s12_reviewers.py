"""What reviewers conclude comes back to later reviewers, until a validator says otherwise."""

import json

import messages
from check import contains, equal, holds, one
from clients import NEWEST, OLDEST

TITLE = "a reviewer's finding comes back, is rejected, and returns"
CLIENTS = (NEWEST, OLDEST)

FINDING = "`drop` in src/cache.rs never releases the lock"
OTHER = "`fill` in src/cache.rs reads the clock twice"
TITLE_LINE = "=== HISTORICAL PATTERNS (judge) ==="
AGENT = "---\nname: {name}\ndescription: The {name} of this project.\n---\nYou are the {name}.\n"


def run(world):
    _team(world)
    world.ingrain("enable", "--extractor", "builtin")
    for day in (9, 8):
        asked = _review(world, day, _findings(FINDING, OTHER))
        equal(_told(asked), 0, "blocks of patterns before two sessions saw them")
    _comes_back_and_is_rejected(world)
    _is_held_back_until_confirmed(world)
    _a_pass_on_reasoning_confirms_nothing(world)


def _team(world):
    folder = world.project / ".claude" / "agents"
    folder.mkdir(parents=True)
    for name in ("judge", "inspector"):
        (folder / f"{name}.md").write_text(AGENT.format(name=name))
    (world.project / "src").mkdir()
    (world.project / "src" / "cache.rs").write_text("fn fill() {}\nfn drop() {}\n")


def _comes_back_and_is_rejected(world):
    asked = _review(world, 7, _findings(FINDING), _verdict("FAIL", [FINDING]))
    equal(_told(asked), 1, "blocks of patterns in the third judge's request")
    contains(asked.everything, "never releases the lock", "what the third judge was told")
    row = _pattern(world, FINDING)
    equal((row["seen"], row["ignored"], row["ignore_weight"]), (2, 1, 1.0), "seen, rejected, weight")


def _is_held_back_until_confirmed(world):
    asked = _review(world, 6, "Nothing to report.")
    holds("never releases the lock" not in asked.everything, "the fourth judge was not told what was rejected")
    world.ingrain("pattern", "reinforce", _pattern(world, FINDING)["id"])
    asked = _review(world, 5, "Nothing to report.")
    contains(asked.everything, "1x validated", "what the fifth judge was told")


def _a_pass_on_reasoning_confirms_nothing(world):
    report = f"I ran everything and all is well.\n{_findings(OTHER)}"
    asked = _review(world, 4, report, _verdict("PASS", []))
    contains(asked.everything, "reads the clock twice", "what the judge was told")
    row = _pattern(world, OTHER)
    equal((row["seen"], row["reinforced"], row["skips"]), (2, 0, 0), "seen, confirmed, skipped")
    verdict = world.rows("SELECT passed, evidence FROM verdict ORDER BY at DESC LIMIT 1")
    equal(verdict, [{"passed": 1, "evidence": "reasoning"}], "the verdict as it was taken")


def _review(world, day, report, verdict=None):
    """A session: the judge is asked, and the inspector if there is a verdict. Returns the judge's request."""
    world.clock.go_to(day)
    prompt, judge, inspector = (f"{who} of day {day}" for who in ("Have the cache looked at, work", "Judge", "Inspect"))
    steps = [_ask(world, "judge", judge)] + ([_ask(world, "inspector", inspector)] if verdict else [])
    for done, step in enumerate(steps):
        world.api.when(lambda asked, done=done: _is_for(asked, prompt) and _results(asked) == done, step)
    world.api.when(lambda asked: _is_for(asked, judge), messages.say(report))
    world.api.when(lambda asked: _is_for(asked, inspector), messages.say(verdict or ""))
    world.talk(prompt)
    return one((asked for asked in world.api.asked if _is_for(asked, judge)), "request of the judge")


def _ask(world, role, prompt):
    waiting = {} if world.client.subagent_tool == "Task" else {"run_in_background": False}
    return messages.use(world.client.subagent_tool, description="look", prompt=prompt, subagent_type=role, **waiting)


def _is_for(asked, prompt):
    """The one who was asked this at first, whatever the client added since."""
    return prompt in json.dumps(asked.body["messages"][0]) and asked.tools != []


def _results(asked):
    blocks = [
        block
        for message in asked.body["messages"]
        if isinstance(message["content"], list)
        for block in message["content"]
    ]
    return sum(block["type"] == "tool_result" for block in blocks)


def _told(asked):
    return asked.told(TITLE_LINE)


def _findings(*findings):
    return "# Review\n\n" + "".join(f"- {finding}\n" for finding in findings)


def _verdict(word, false_positives):
    body = json.dumps({"verdict": word, "issues": [], "false_positives": false_positives})
    return f"Looked at it.\n\n```verdict-json\n{body}\n```\n"


def _pattern(world, content):
    return one((row for row in world.ingrain_json("pattern", "list") if row["content"] == content), content)
