"""The status line: alone, and below one that the person has; gone again with `disable`."""

import json

import lessons
from check import contains, equal, holds
from clients import NEWEST, OLDEST

TITLE = "the status line: alone, below theirs, and gone again"
CLIENTS = (NEWEST, OLDEST)
LINE = "Learning: 1 workflows, 1 skills, 1 decisions, 1 pitfalls"


def run(world):
    lessons.learn(world)
    world.clock.go_to(0)
    world.ingrain("disable")
    _alone(world)
    _below_theirs(world)


def _alone(world):
    world.ingrain("enable", "--statusline")
    screen = _screen(world, LINE, "alone")
    holds(screen.count(LINE) == 1, f"the line stands once:\n{screen}")
    world.ingrain("disable")
    holds(not _settings(world).exists(), "the settings file that enable made is gone")


def _below_theirs(world):
    command = "printf '\\033[31m%s\\033[0m' \"it's $(tr -dc '{' | wc -c) braces\"; printf '\\nand a second line'"
    mine = json.dumps({"statusLine": {"type": "command", "command": command}}, indent=3)
    _settings(world).write_text(mine)
    theirs = _status(_screen(world, "and a second line", "theirs"))
    world.ingrain("enable", "--statusline")
    both = _status(_screen(world, LINE, "both"))
    contains(theirs[0], "it's ", "their first line, alone")
    equal(both[:2], theirs[:2], "their lines, with ours")
    contains(both[2], LINE, "the line below")
    world.ingrain("disable")
    equal(_settings(world).read_text(), mine, "settings.json after disable")


def _screen(world, words, name):
    with world.terminal() as terminal:
        terminal.see(words)
        screen = terminal.screen()
        world.keep(f"statusline-{name}-{world.client.version}.txt", screen)
        terminal.exit()
    world.settle()
    return screen


def _status(screen):
    """What stands below the last rule of the screen, without what the client adds at the right."""
    below = screen.rpartition("────")[2].splitlines()
    return [line.strip().split("   ")[0] for line in below if line.strip()]


def _settings(world):
    return world.home / ".claude" / "settings.json"
