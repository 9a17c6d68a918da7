"""What ingrain relies on, asked of the client itself, with plain shell hooks and no ingrain.

When a new client breaks something, this scenario says what changed; the others only say that it broke.
"""

import json

import messages
from check import contains, equal, holds
from clients import NEWEST, OLDEST

TITLE = "the client still does what ingrain relies on"
CLIENTS = (NEWEST, OLDEST)
EVENTS = ("SessionStart", "SessionEnd", "SubagentStart")

COMMAND = "---\ndescription: Use before a release, listed-command\n---\n# Release\n\n1. Run `make lint`\n"
SKILL = "---\nname: bump\ndescription: Use to bump a version, listed-skill\n---\n# Bump\n\n1. Edit the file\n"


def run(world):
    hooks = _install_hooks(world)
    _start_context_and_skills(world)
    _past_days(world)
    _resume_and_fork(world, hooks)
    _compact(world, hooks)
    _subagent(world, hooks)
    _extraction(world, hooks)


def _install_hooks(world):
    """One recorder for all events; at SessionStart it also writes a command and a skill, as ingrain's render does."""
    log = world.folder / "hooks.log"
    told = {"hookEventName": "SessionStart", "additionalContext": "told-at-start", "reloadSkills": True}
    recorder = world.folder / "recorder"
    recorder.write_text(f"""#!/bin/sh
input=$(cat); printf '%s\\n' "$input" >>'{log}'
case $input in *'"SessionStart"'*) ;; *) exit 0 ;; esac
cd "$CLAUDE_PROJECT_DIR" && mkdir -p .claude/commands/self-learning .claude/skills/bump
cp '{world.folder}/release.md' .claude/commands/self-learning/
cp '{world.folder}/SKILL.md' .claude/skills/bump/
cat <<'END'
{json.dumps({"hookSpecificOutput": told})}
END
""")
    recorder.chmod(0o755)
    (world.folder / "release.md").write_text(COMMAND)
    (world.folder / "SKILL.md").write_text(SKILL)
    entry = [{"hooks": [{"type": "command", "command": f"'{recorder}'", "timeout": 10}]}]
    settings = world.home / ".claude" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(json.dumps({"hooks": {event: entry for event in EVENTS}}))
    return lambda event: [h for h in map(json.loads, log.read_text().splitlines()) if h["hook_event_name"] == event]


def _start_context_and_skills(world):
    world.talk("good morning")
    asked = world.api.last("good morning")
    equal(asked.told("told-at-start"), 1, "additionalContext in the request")
    listed = (asked.told("listed-command"), asked.told("listed-skill"))
    equal(listed, (1, 1) if world.client.reloads_skills else (0, 0), "files of a SessionStart hook listed at once")
    world.talk("/self-learning:release now")
    asked = world.api.last("self-learning:release")
    equal((asked.told("listed-command"), asked.told("listed-skill")), (1, 1), "listed in the next session")
    contains(asked.typed, "Run `make lint`", "the invoked command's body")


def _past_days(world):
    world.clock.go_to(6)
    talk = world.talk("six days ago")
    lines = [json.loads(line) for line in world.transcript(talk.session_id).read_text().splitlines()]
    today = {line["timestamp"][:10] for line in lines if line.get("timestamp")}
    world.clock.go_to(0)
    holds(len(today) == 1, f"all lines are of one past day: {today}")


def _resume_and_fork(world, hooks):
    first = world.talk("a first prompt", "a second prompt")
    before = world.transcript(first.session_id).read_bytes()
    again = world.talk("a third prompt", resume=first.session_id)
    equal(again.session_id, first.session_id, "a resumed session keeps its id")
    equal(hooks("SessionStart")[-1]["source"], "resume", "source")
    holds(world.transcript(first.session_id).read_bytes().startswith(before), "resuming only appends")
    forked = world.talk("a prompt of the fork", resume=first.session_id, fork=True)
    copies = _prompts(world, first.session_id) & _prompts(world, forked.session_id)
    equal(len(copies), 3, "prompts that stand in the fork under the same uuid")
    equal(hooks("SessionEnd")[-1]["session_id"], forked.session_id, "SessionEnd names the fork")


def _prompts(world, session_id):
    lines = [json.loads(line) for line in world.transcript(session_id).read_text().splitlines()]
    return {line["uuid"] for line in lines if line["type"] == "user" and "prompt" in str(line["message"])}


def _compact(world, hooks):
    talk = world.talk("something to compact")
    world.claude("-p", "--resume", talk.session_id, "/compact")
    equal(hooks("SessionStart")[-1]["source"], "compact", "source")
    contains(world.transcript(talk.session_id).read_text(), '"isCompactSummary":true', "the transcript")


def _subagent(world, hooks):
    task = {"description": "look", "prompt": "subtask", "subagent_type": "general-purpose"}
    world.api.when("delegate this", messages.use(world.client.subagent_tool, **task))
    world.api.when("subtask", messages.say("the report"))
    world.talk("delegate this")
    contains([h["agent_type"] for h in hooks("SubagentStart")], "general-purpose", "SubagentStart")


def _extraction(world, hooks):
    """The call that ingrain's worker makes."""
    world.api.when(lambda asked: asked.is_extraction, messages.use("StructuredOutput", observations=[]))
    fired, kept = len(hooks("SessionStart")), _transcripts(world)
    schema = {"type": "object", "properties": {"observations": {"type": "array"}}, "required": ["observations"]}
    quiet = [*world.client.without_hooks, "--no-session-persistence", "--tools", ""]
    output = ["--output-format", "json", "--json-schema", json.dumps(schema), "--system-prompt", "Extract."]
    done = world.claude("-p", *quiet, *output, "a request", cwd=world.home)
    answer = json.loads(done.stdout)
    equal(answer["structured_output"], {"observations": []}, "structured_output")
    holds(answer["total_cost_usd"] > 0, "the cost is told")
    equal(len(hooks("SessionStart")), fired, "hooks fired by the extraction")
    equal(_transcripts(world), kept, "transcripts left by the extraction")


def _transcripts(world):
    return {path for path in (world.home / ".claude" / "projects").glob("*/*.jsonl") if path.stat().st_size}
