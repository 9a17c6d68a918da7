"""A stand-in for the Messages API on loopback.

A scenario scripts it with rules and afterwards reads what the client really sent. Every rule answers a limited
number of times: a subagent's notification would otherwise start the next subagent for ever.
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import messages
from asked import Asked

DEFAULT = messages.say("Understood.")


class Rule:
    def __init__(self, when, answer, times):
        self.when, self.answer, self.left = when, answer, times

    def takes(self, asked):
        return self.left > 0 and self.when(asked)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A client that is killed drops its connections, and that is what some scenarios do."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Standin:
    """The server, its rules, and every request it was asked, newest last."""

    def __init__(self, record_to):
        self._record_to = record_to
        self._lock = threading.Lock()
        self._rules = []
        self.asked = []
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def when(self, what, answer, times=1):
        """Answers requests for which `what` holds: a predicate, or words that the last typed text contains."""
        when = what if callable(what) else (lambda asked: what in asked.typed)
        rule = Rule(when, answer, times)
        self._rules.append(rule)
        return rule

    def last(self, words):
        """The newest request whose last typed text contains the words."""
        return next(asked for asked in reversed(self.asked) if words in asked.typed)

    def asked_by_people(self):
        return [asked for asked in self.asked if "Bash" in asked.tools]

    def forget_rules(self):
        self._rules.clear()

    def extractions(self):
        """One for each call: the older client brings the tool's result as a request of its own."""
        return [asked for asked in self.asked if asked.is_extraction and not asked.answers_a_tool]

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def choose(self, body):
        """The first rule that fits answers; an answer may be a function of the request."""
        asked = Asked(body)
        with self._lock:
            self.asked.append(asked)
            with open(self._record_to, "a", encoding="utf-8") as record:
                record.write(json.dumps(body) + "\n")
            rule = next((r for r in self._rules if r.takes(asked)), None)
            if rule:
                rule.left -= 1
        answer = rule.answer if rule else DEFAULT
        return answer(asked) if callable(answer) else answer


def _handler(standin):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self):
            self._headers(200, 0)

        def do_GET(self):
            self._json(200, {})

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
            if "count_tokens" in self.path:
                return self._json(200, {"input_tokens": 10})
            if "/v1/messages" not in self.path:
                return self._json(200, {})
            self._answer(standin.choose(body), body)

        def _answer(self, answer, body):
            time.sleep(answer.seconds_late)
            if isinstance(answer, messages.Refusal):
                # The client would try again for three minutes; each version listens to another header.
                quick = {"x-should-retry": "false", "retry-after": "0"}
                return self._json(answer.status, messages.error_body(answer), quick)
            model = body.get("model", "stand-in")
            if not body.get("stream"):
                return self._json(200, messages.message(answer, model))
            self._events(messages.stream(answer, model))

        def _events(self, events):
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            for event in events:
                self.wfile.write(messages.as_sse(event))
            self.wfile.flush()
            self.close_connection = True

        def _json(self, status, value, more=()):
            data = json.dumps(value).encode()
            self._headers(status, len(data), more)
            self.wfile.write(data)

        def _headers(self, status, length, more=()):
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(length))
            for name, value in dict(more).items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_):
            pass

    return Handler
