"""The interactive client in a terminal, driven as a person would: type, look at the screen."""

import shlex
import subprocess
import time

from wait import until


class Terminal:
    """One tmux server of its own, so that nothing of the person's tmux is touched."""

    def __init__(self, socket, command, env, cwd):
        self._socket = str(socket)
        clean = ["env", "-i", *(f"{name}={value}" for name, value in env.items())]
        self._tmux("new-session", "-d", "-x", "140", "-y", "45", "-c", str(cwd), shlex.join([*clean, *command]))
        self._tmux("set-option", "-g", "remain-on-exit", "off")

    def _tmux(self, *arguments):
        whole = ["tmux", "-S", self._socket, "-f", "/dev/null", *arguments]
        return subprocess.run(whole, capture_output=True, text=True, timeout=20)

    def screen(self):
        return self._tmux("capture-pane", "-p").stdout

    def type(self, text):
        """Types the words and, once they stand on the screen, sends them: a fast Enter is taken for a paste."""
        self._tmux("send-keys", "-l", text)
        self.see(text[:40])
        time.sleep(0.2)
        self.press("Enter")

    def press(self, key):
        self._tmux("send-keys", key)

    def see(self, words, seconds=20):
        """Waits until the words are on the screen."""
        until(lambda: words in self.screen(), seconds, lambda: f"`{words}` on the screen:\n{self.screen()}")

    def running(self):
        return self._tmux("has-session").returncode == 0

    def exit(self, seconds=20):
        """Leaves as a person does, and waits until the client, with its hooks, is gone."""
        self.type("/exit")
        until(lambda: not self.running(), seconds, lambda: f"the client to end, but:\n{self.screen()}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._tmux("kill-server")
