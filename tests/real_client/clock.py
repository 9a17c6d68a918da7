"""Past days, honestly.

Spread over days is part of what ingrain asks of a lesson, and the client stamps its transcripts with the machine's
clock. So a session of last week is really held last week: libfaketime shifts the clock of the client and, because
hooks inherit the environment, of ingrain and its worker too. Nothing is edited afterwards, except that files get the
modification time they would have had (the kernel knows no fake clock).
"""

import os
import time
from pathlib import Path

from clients import CannotRun

DAY = 86_400
LIBRARIES = (
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib64/faketime/libfaketime.so.1",
)


def library():
    found = next((path for path in LIBRARIES if os.path.exists(path)), None)
    if not found:
        raise CannotRun("libfaketime is not installed (Debian: apt-get install libfaketime)")
    return found


class Clock:
    def __init__(self):
        self.days_ago = 0.0

    def go_to(self, days_ago):
        self.days_ago = days_ago

    @staticmethod
    def real():
        return time.time()

    def env(self):
        if not self.days_ago:
            return {}
        return {
            "LD_PRELOAD": library(),
            "FAKETIME": f"{-self.days_ago * DAY:.0f}",
            # Timers must go on, and file times are put right below.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }

    def age_files(self, folder, written_since):
        """Gives what was written since then the times of the day it was written on."""
        for path in Path(folder).rglob("*.jsonl"):
            written = path.stat().st_mtime
            if written >= written_since:
                os.utime(path, (written - self.days_ago * DAY,) * 2)
