#!/usr/bin/env python3
"""Learns each repository's sessions in a home of its own and says what guards would have done in them.

usage: tests/guards/figures.py PROGRAM CORPUS [WRONG…]
WRONG are matchers that a person would not accept. Prints the proposals, then the figures of docs/guards.md.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile


def look(program, sessions):
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder, "project")
        project.mkdir()
        subprocess.run(["git", "init", "-q"], cwd=project, check=True)
        env = {"HOME": folder, "PATH": "/usr/bin:/bin"}

        def ingrain(*args):
            run = [program, *args]
            return subprocess.run(run, cwd=project, env=env, capture_output=True, text=True, check=True).stdout

        ingrain("learn", "--now", *map(str, sessions))
        return json.loads(ingrain("guard", "list", "--json")), json.loads(ingrain("list", "--json")), size(folder)


def size(home):
    import sqlite3

    for path in pathlib.Path(home).rglob("learning.db"):
        db = sqlite3.connect(path)
        text = "length(key) + length(value) + length(session) + length(turn)"
        return db.execute(f"SELECT count(*), sum({text}) FROM structure_sighting WHERE kind = 'called'").fetchone()
    return 0, 0


def main():
    program, corpus, wrong = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]), sys.argv[3:]
    sums, right = collections.Counter(), []
    for folder in sorted(path for path in corpus.iterdir() if path.is_dir()):
        sessions = sorted(folder.rglob("*.jsonl"))
        guards, lessons, (rows, length) = look(program, sessions)
        sums.update(sessions=len(sessions), calls=rows, bytes=length or 0, lessons=len(lessons), proposals=len(guards))
        sums["lessons with a proposal"] += len({guard["observation"] for guard in guards} - {None})
        for guard in guards:
            sums.update({key: guard[key] for key in ("catches", "confirmed", "contradicted", "silent")})
            is_right = guard["matcher"] not in wrong
            right += [guard] if is_right else []
            counts = {key: guard[key] for key in ("confirmed", "contradicted", "silent")}
            print(folder.name, "right" if is_right else "wrong", guard["matcher"], "|", guard["rule"], counts)
            print("  ", dict(collections.Counter(call["why"] for call in guard["calls"])))
    sums["right"] = len(right)
    attempts = {(guard["matcher"], call["session"], call["call"]) for guard in right for call in guard["calls"]}
    # What tells and what asks speaks at the first attempt of a session, what denies at each.
    sums["told or asked, all right ones accepted"] = len(attempts)
    sums["denied, all right ones accepted"] = sum(guard["catches"] for guard in right)
    for name, count in sums.items():
        print(f"{name}: {count}")


main()
