"""Assertions that say what was wanted, in words."""


class Failed(AssertionError):
    pass


def holds(truth, what):
    if not truth:
        raise Failed(f"not so: {what}")


def equal(got, wanted, what):
    if got != wanted:
        raise Failed(f"{what}: wanted {wanted!r}, got {got!r}")


def contains(text, part, what):
    if part not in text:
        raise Failed(f"{what}: `{part}` is not in\n{text[:3000]}")


def one(found, what):
    found = list(found)
    if len(found) != 1:
        raise Failed(f"{what}: wanted exactly one, got {len(found)}: {[str(f)[:200] for f in found]}")
    return found[0]
