"""What a person says to ingrain itself, each way of saying it, at a terminal; by `enable` and by the plugin alike."""

from check import contains, equal, holds
from clients import NEWEST
from scenarios.s9_plugin import checkout

TITLE = "said directly: remembered, forgotten, shown, off the record"
CLIENTS = (NEWEST,)

SAID = (
    ("remember: commit messages always in english", "remembered as the skill commit-messages-always-in-english"),
    ("remember: use postgres for sessions because transactions matter", "remembered as the decision ADR-001"),
    ("/ingrain:remember don't edit src/generated, `make` overwrites it", "remembered as the pitfall PF-001"),
    ("/ingrain:remember --everywhere answer in short sentences", "remembered in all projects"),
    ("forget the postgres thing, we go with mysql now because of the host", "no longer told: “Use postgres"),
    ("/ingrain:review", "We go with mysql now"),
    ("/ingrain:why PF-001", "you said so"),
    ("/ingrain:status", "observations"),
    ("forget: commit messages", "forgotten: “Commit messages always in english”"),
)


def run(world):
    world.ingrain("enable")
    with world.terminal() as terminal:
        terminal.see("❯")
        for prompt, answer in SAID:
            terminal.type(prompt)
            terminal.see(answer)
        world.keep("said.txt", terminal.screen())
        terminal.exit()
    world.settle()
    known = {o["title"]: o["status"] for o in world.observations()}
    equal(known["Use postgres for sessions"], "deprecated", "what was given up")
    equal(known["We go with mysql now"], "observing", "what is proposed instead")
    equal(len(known), 4, f"lessons, and none twice: {known}")
    _next_session(world)
    _by_plugin(world)


def _next_session(world):
    with world.terminal() as terminal:
        terminal.see("ingrain learned PF-001 “Don't edit src/generated")
        terminal.type("/ingrain:off-record")
        terminal.see("this session teaches nothing")
        terminal.type("Always use zeroc for rpc because grpc is too slow")
        terminal.see("Understood.")
        terminal.exit()
    world.settle()
    asked = world.api.last("Always use zeroc")
    for words in ("answer in short sentences", "PF-001  Don't edit", "applies ADR-NNN", "ingrain:apply-knowledge"):
        holds(asked.told(words) >= 1, f"`{words}` in the request")
    holds(all("zeroc" not in o["title"] for o in world.observations()), "off the record nothing is learned")
    equal(world.status()["sessions"]["captured"], 1, "sessions that are kept")


def _by_plugin(world):
    world.ingrain("disable")
    world.claude("plugin", "marketplace", "add", str(checkout(world)))
    world.claude("plugin", "install", "ingrain@ingrain-plugins")
    with world.terminal() as terminal:
        terminal.see("❯")
        terminal.type("/ingrain:forget src/generated")
        terminal.see("forgotten: “Don't edit src/generated")
        terminal.exit()
    world.settle()
    left = world.ingrain("uninstall", "--yes")
    contains(left, "ingrain@ingrain-plugins", "what uninstall says")
