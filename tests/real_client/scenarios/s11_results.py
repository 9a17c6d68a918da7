"""How work ends speaks about what was used in it: an entry that the agent cites earns feedback, once."""

import lessons
import messages
from check import contains, equal, holds, one
from clients import NEWEST

TITLE = "a cited decision earns feedback from work that ended well"
CLIENTS = (NEWEST,)
TASK = "Store the login sessions, and show me that the tests pass."
CITATION = "This applies ADR-001."


def run(world):
    lessons.learn(world)
    world.clock.go_to(0)
    world.api.when(lambda asked: asked.answers_a_tool, messages.say("The tests pass."))
    world.api.when(TASK, messages.use("Bash", command="make test", description="Run the tests"))
    world.api.when("Which entry did you follow?", messages.say(CITATION))
    talk = world.talk(TASK, "Which entry did you follow?", options=["--allowedTools", "Bash"])
    _ended_well(world)
    _nothing_but_use_counts(world)
    world.api.when(TASK, messages.use("Bash", command="make test", description="Run the tests"))
    world.api.when(lambda asked: asked.answers_a_tool, messages.say(f"The tests pass. {CITATION}"))
    world.talk(TASK, options=["--allowedTools", "Bash"])
    _the_citation_counts_once(world)
    transcript = world.transcript(talk.session_id)
    world.ingrain("learn", "--now", str(transcript))
    _the_citation_counts_once(world)


def _ended_well(world):
    outcomes = [o for o in world.ingrain_json("outcome", "list") if o["adaptersUsed"]]
    outcome = one(outcomes, "outcomes of work that used a tool")
    equal(outcome["result"], "success", "work whose tests passed")
    equal([used["id"] for used in outcome["adaptersUsed"]], ["bash:make"], "what it used")


def _nothing_but_use_counts(world):
    """The whole index was shown, and the entry was named in a piece of work with an unknown result."""
    equal(world.rows("SELECT * FROM feedback"), [], "feedback of what was shown")


def _the_citation_counts_once(world):
    decision = one([o for o in world.observations() if o["type"] == "decision"], "decisions")
    event = one(world.rows("SELECT subject, helpful FROM feedback"), "feedback events")
    equal((event["subject"], event["helpful"]), (decision["id"], 1), "the event")
    why = world.ingrain("why", "ADR-001")
    contains(why, "1 helpful and 0 harmful events", "why")
    holds("not judged yet: 1 known result of work that used it, 3 are needed" in why, "one event proves nothing yet")
