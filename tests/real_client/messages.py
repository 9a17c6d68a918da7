"""What the stand-in can answer, and how an answer looks on the wire of the Messages API."""

import json
from dataclasses import dataclass
from itertools import count

USAGE = {"input_tokens": 100, "output_tokens": 20}
_ids = count(1)


@dataclass(frozen=True)
class Answer:
    """A message of the model: content blocks as the API has them."""

    blocks: tuple
    seconds_late: float = 0.0

    def late(self, seconds):
        return Answer(self.blocks, seconds)


@dataclass(frozen=True)
class Refusal:
    """An HTTP error with the API's error body."""

    status: int
    kind: str
    seconds_late: float = 0.0


def say(text):
    return Answer(({"type": "text", "text": text},))


def use(tool, **arguments):
    return Answer(({"type": "tool_use", "id": f"toolu_{next(_ids):06}", "name": tool, "input": arguments},))


OVERLOADED = Refusal(529, "overloaded_error")


def error_body(refusal):
    return {"type": "error", "error": {"type": refusal.kind, "message": refusal.kind.replace("_", " ")}}


def message(answer, model):
    calls_a_tool = any(block["type"] == "tool_use" for block in answer.blocks)
    return {
        "id": f"msg_{next(_ids):06}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": list(answer.blocks),
        "stop_reason": "tool_use" if calls_a_tool else "end_turn",
        "stop_sequence": None,
        "usage": USAGE,
    }


def stream(answer, model):
    """The same message as server-sent events."""
    whole = message(answer, model)
    yield {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}}
    for index, block in enumerate(answer.blocks):
        yield from _block_events(index, block)
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None},
        "usage": USAGE,
    }
    yield {"type": "message_stop"}


def _block_events(index, block):
    if block["type"] == "tool_use":
        empty = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    else:
        empty = {**block, "text": ""}
        delta = {"type": "text_delta", "text": block["text"]}
    yield {"type": "content_block_start", "index": index, "content_block": empty}
    yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def as_sse(event):
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
