"""A headless session of one or more prompts, each sent when the answer to the one before is complete."""

import json
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass

from wait import Waited


@dataclass
class Talk:
    session_id: str
    answers: list
    """Everything the client reported, one JSON object each."""
    events: list
    seconds: float = 0.0


class Headless:
    def __init__(self, command, env, cwd, options=()):
        stream = ["--verbose", "--input-format", "stream-json", "--output-format", "stream-json"]
        whole = [*command, "-p", *stream, *options]
        self.process = subprocess.Popen(
            whole, env=env, cwd=cwd, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.events = []
        # A client that never answers must not hold the whole run.
        self._limit = threading.Timer(60, self.process.kill)
        self._limit.start()

    def send(self, prompt):
        message = {"type": "user", "message": {"role": "user", "content": prompt}}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def answer(self):
        """Reads on until the turn is over."""
        for line in self.process.stdout:
            event = json.loads(line)
            self.events.append(event)
            if event.get("type") == "result":
                return event
        raise Waited(f"the client ended without an answer: {self.process.stderr.read()[-2000:]}")

    def end(self):
        """Closes the conversation and waits for the client, with its hooks, to be gone."""
        self.process.stdin.close()
        self.events += [json.loads(line) for line in self.process.stdout if line.strip()]
        self.process.wait(timeout=60)
        self._limit.cancel()

    def kill(self):
        self._limit.cancel()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(BrokenPipeError):
                pipe.close()


def hold(command, env, cwd, prompts, options=()):
    client = Headless(command, env, cwd, options)
    answers = []
    try:
        for prompt in prompts:
            client.send(prompt)
            answers.append(client.answer())
        client.end()
    finally:
        if client.process.poll() is None:
            client.kill()
    return Talk(answers[-1]["session_id"], answers, client.events)
