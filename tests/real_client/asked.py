"""One request that the client made of the model, with the questions scenarios ask about it."""

import json
import re

REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.S)
EXTRACTION_TOOL = "StructuredOutput"


class Asked:
    def __init__(self, body):
        self.body = body

    @property
    def everything(self):
        """The whole request as one text, for `what was the model told`."""
        return json.dumps(self.body, ensure_ascii=False)

    @property
    def typed(self):
        """The last thing a person typed: the last user text that is not the client's own reminder."""
        for message in reversed(self.body.get("messages", [])):
            if message["role"] == "user":
                words = REMINDER.sub("", "\n".join(_texts(message["content"]))).strip()
                if words:
                    return words
        return ""

    @property
    def tools(self):
        return [tool.get("name") for tool in self.body.get("tools") or []]

    @property
    def is_extraction(self):
        """ingrain's own call: the structured answer is wanted and nothing else can be done."""
        return EXTRACTION_TOOL in self.tools and "Bash" not in self.tools

    @property
    def answers_a_tool(self):
        """The client brings a tool's result: the turn goes on."""
        last = self.body["messages"][-1]["content"]
        return isinstance(last, list) and any(block["type"] == "tool_result" for block in last)

    def told(self, words):
        return self.everything.count(json.dumps(words, ensure_ascii=False)[1:-1])


def _texts(content):
    if isinstance(content, str):
        return [content]
    return [block["text"] for block in content if block["type"] == "text"]
