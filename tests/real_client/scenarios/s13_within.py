"""While a session runs: a subagent is told what its role concluded, a prompt what it calls to mind, and before a tool that
keeps failing the person is asked."""

import json

import messages
from check import contains, equal, holds
from clients import NEWEST, OLDEST
from wait import Waited

TITLE = "a role's notes, a prompt's recall, a question before what fails"
CLIENTS = (NEWEST, OLDEST)
NOTE = "the tokenizer in `src/lex.rs` drops a trailing newline"
REASON = "the build server is down"


def run(world):
    world.ingrain("enable", "--extractor", "builtin", "--gates")
    world.talk("Good morning.")
    world.ingrain("pattern", "add", NOTE, "--role", "general-purpose")
    _a_subagent_is_told(world)
    _a_prompt_recalls(world)
    world.ingrain("policy", "set", "bash:make", "--approval", "--note", REASON)
    _no_person_is_there(world)
    if world.client.version == NEWEST:
        _a_person_is_asked(world)


def _a_subagent_is_told(world):
    task = {"description": "look", "prompt": "subtask", "subagent_type": "general-purpose"}
    world.api.when("delegate this", messages.use(world.client.subagent_tool, **task))
    world.api.when("subtask", messages.say("the report"))
    world.talk("delegate this")
    block = "=== HISTORICAL PATTERNS (general-purpose) ==="
    equal(world.api.last("subtask").told(block), 1, "the role's block in the subagent's request")
    equal(world.api.last("subtask").told(NOTE), 1, "the note in the subagent's request")
    equal(world.api.asked_by_people()[-1].told(block), 0, "the role's block in the session's own requests")
    shown = world.rows("SELECT role FROM delivered WHERE subject LIKE 'pat_%'")
    equal([row["role"] for row in shown], ["general-purpose"], "roles that were shown the note")


def _a_prompt_recalls(world):
    ordinary, first, again = "What can you do?", "Why does src/lex.rs lose the newline?", "And src/lex.rs, its newline?"
    world.talk(ordinary, first, again)
    told = [world.api.last(prompt).told(NOTE) for prompt in (ordinary, first, again)]
    equal(told, [0, 1, 1], "how often the note stands in the request of each prompt of one session")


def _no_person_is_there(world):
    world.api.when("Lint it", messages.use("Bash", command="make lint", description="lint"))
    talk = world.talk("Lint it", options=("--allowedTools", "Bash"))
    results = [block for event in talk.events for block in _results(event)]
    equal([bool(block.get("is_error")) for block in results], [False], "results of the tool that failed before")
    if world.client.version == NEWEST:
        contains(world.api.asked_by_people()[-1].everything, REASON, "what the model is told instead")


def _results(event):
    content = event.get("message", {}).get("content", []) if event.get("type") == "user" else []
    return [block for block in content if isinstance(block, dict) and block.get("type") == "tool_result"]


def _a_person_is_asked(world):
    world.api.when("Lint it once more", messages.use("Bash", command="make lint", description="lint"))
    with world.terminal("--allowedTools", "Bash") as terminal:
        terminal.see("❯")
        terminal.type("Lint it once more")
        terminal.see("ingrain asks because of bash:make")
        screen = terminal.screen()
        world.keep("gate.txt", screen)
        contains(screen, REASON, "the question")
        _confirm(terminal)
        terminal.exit()
    world.settle()
    log = next(world.data().glob("projects/*/log")).read_text()
    holds(log.count("pre-tool-use note") == 2, f"asked once, informed once:\n{json.dumps(log[-2000:])}")


def _confirm(terminal):
    """A dialog that has only just appeared takes no key."""
    for _ in range(10):
        terminal.press("Enter")
        try:
            return terminal.see("Understood.", seconds=2)
        except Waited:
            continue
    terminal.see("Understood.")
