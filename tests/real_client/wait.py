"""Waiting for something that another process does, with a limit and a reason."""

import time


class Waited(AssertionError):
    """It did not happen in time."""


def until(holds, seconds, what):
    """Returns the first true value of `holds`; `what` says (as text or function) what was waited for."""
    end = time.monotonic() + seconds
    while True:
        value = holds()
        if value:
            return value
        if time.monotonic() > end:
            raise Waited(f"waited {seconds:g} s for {what() if callable(what) else what}")
        time.sleep(0.05)
