"""Sums up what the score of real sessions says, and fails when a figure is beyond its limit."""
import json
import sys

# In percent, but for the last three: artifacts per 100 sessions, tokens of a start (95th percentile), questions per 10 sessions.
LIMITS = {
    "builtin": {"learned": 19, "told": 17, "explained": 70, "artifacts": 30, "tokens": 800, "asked": 3},
    "recorded": {"learned": 23, "told": 21, "explained": 70, "artifacts": 30, "tokens": 800, "asked": 3},
}
AT_LEAST = {"learned", "told", "explained"}
# Figures per session mean little in a handful of sessions.
FEWEST_SESSIONS = 40


def total(rows, key):
    return sum(row[key] for row in rows)


def figures(rows):
    shares = [share[1] for row in rows for share in row["shares"]]
    large = [row for row in rows if row["sessions"] >= FEWEST_SESSIONS]
    artifacts = total(rows, "artifacts")
    unexplained = sum(len(row["unexplained"]) for row in rows)
    return {
        "learned": 100 * total(rows, "learned") / total(rows, "often"),
        "told": 100 * sum(shares) / len(shares),
        "explained": 100 * (artifacts - unexplained) / max(1, artifacts),
        "artifacts": max(100 * row["artifacts"] / row["sessions"] for row in large),
        "tokens": max(row["tokens"][1] for row in rows),
        "asked": max(10 * row["asked"] / row["sessions"] for row in large),
    }


def main(mode, path):
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    for row in rows:
        told = 100 * sum(share[1] for share in row["shares"]) / max(1, len(row["shares"]))
        print(f"{mode} {row['repo']}: {row['sessions']} sessions, {row['artifacts']} artifacts, "
              f"learned {row['learned']}/{row['often']}, told {told:.0f} %, asked {row['asked']}, false {len(row['false'])}")
    found = figures(rows)
    false = [text for row in rows for text in row["false"]]
    failed = [f"wrong: {text}" for text in false]
    for name, limit in LIMITS[mode].items():
        holds = found[name] >= limit if name in AT_LEAST else found[name] <= limit
        print(f"{mode} {name}: {found[name]:.1f} ({'at least' if name in AT_LEAST else 'at most'} {limit})")
        if not holds:
            failed.append(f"{name} is {found[name]:.1f}")
    for line in failed:
        print(f"FAILED {mode}: {line}")
    return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
