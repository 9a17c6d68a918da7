"""Everything that copies, cuts, nests or moves a session: each sentence is learned from once, for the right project."""

from collections import Counter

import lessons
import messages
from check import equal, holds, one
from clients import NEWEST

TITLE = "resume, fork, clear, compact, subagent, worktree, queue: once"
CLIENTS = (NEWEST,)

QUEUED = "Use pnpm here and never npm, because the lock file is pnpm-lock.yaml and npm would write a second one."
SUBTASK = "Find every place that writes to `dist/app.js` and report them, never edit `dist/app.js` yourself."


def run(world):
    world.configure(learn_headless=True, batch_size=1, max_daily_runs=50)
    world.ingrain("enable", "--extractor", "claude")
    lessons.script(world)
    said = [
        *_resume_fork_compact(world),
        *_clear(world),
        *_subagent(world),
        *_worktree(world),
        *_queued(world),
    ]
    world.clock.go_to(0)
    world.ingrain("learn", "--now")
    _each_once(world, said)
    one(world.data().glob("projects/*/learning.db"), "projects")


def _resume_fork_compact(world):
    first, second, third, fourth = lessons.RELEASE.prompts[:4]
    world.clock.go_to(9)
    talk = world.talk(first)
    world.clock.go_to(8)
    world.talk(second, resume=talk.session_id)
    world.clock.go_to(7)
    world.talk(third, resume=talk.session_id, fork=True)
    world.clock.go_to(6)
    world.talk("/compact", fourth, resume=talk.session_id)
    return [first, second, third, fourth]


def _clear(world):
    """`/clear` ends one session and begins another in the same process."""
    world.clock.go_to(5)
    before, after = lessons.MIGRATION.prompts[:2]
    world.talk(before, "/clear", after)
    return [before, after]


def _subagent(world):
    world.clock.go_to(4)
    prompt = lessons.MIGRATION.prompts[2]
    task = {"description": "search", "prompt": SUBTASK, "subagent_type": "general-purpose"}
    world.api.when(lambda asked: asked.typed == prompt, messages.use(world.client.subagent_tool, **task))
    world.api.when(lambda asked: asked.typed == SUBTASK, messages.say("There is none."))
    world.talk(prompt)
    return [prompt]


def _worktree(world):
    world.clock.go_to(3)
    linked = world.folder / "work" / "shop-fix"
    world.run("git", "worktree", "add", "-q", str(linked), "-b", "fix")
    prompt = lessons.MIGRATION.prompts[3]
    world.talk(prompt, cwd=linked)
    return [prompt]


def _queued(world):
    """Typed while the agent works: no user line of the transcript ever holds it."""
    world.clock.go_to(2)
    start = "Please run the slow checks now."
    work = messages.use("Bash", command="sleep 3", description="checks")
    world.api.when(lambda asked: asked.typed == start and not asked.answers_a_tool, work)
    world.api.when(lambda asked: QUEUED in asked.everything, messages.say("Noted, pnpm."))
    with world.terminal("--allowedTools", "Bash") as terminal:
        terminal.see("❯")
        terminal.type(start)
        terminal.see("sleep 3")
        terminal.type(QUEUED)
        terminal.see("Noted, pnpm.")
        terminal.exit()
    world.settle()
    return [start, QUEUED]


def _each_once(world, said):
    given = Counter(text for asked in world.api.extractions() for text in lessons.taught(asked))
    equal(
        {text: given[text] for text in said}, {text: 1 for text in said}, "times each sentence was given to the model"
    )
    equal(given[SUBTASK], 0, "the subagent's order, which no person typed")
    strangers = [text for text in given if text not in said]
    equal(strangers, [], "texts that the person never typed")
    holds(world.status()["sessions"]["missed"] == 0, "nothing was missed")
