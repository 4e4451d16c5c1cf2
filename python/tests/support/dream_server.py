"""A local server that plays the model of the small story, and can hold a call."""

import json
import re
import threading
from collections import Counter
from typing import Any, Self
from zlib import crc32

from attrs import evolve

from questfoundry.app.phases.stage_prompts import get_brief_marker
from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.chat.usage import Usage
from questfoundry.infra.llm.sdk.json_schema import inline_references
from tests.support.dialects import openai_answer
from tests.support.loopback import Asked, Ending, Loopback, Reply, json_reply
from tests.support.novelist import TITLE, VOICE, answers_to, passages_in, prose_of
from tests.support.recalled import recalls_for
from tests.support.small_story import (
    DILEMMAS,
    ENTITIES,
    GROW_JOINED,
    GROW_SECTIONS,
    MATERIAL,
    SECTIONS,
    SEED_JOINED,
    STATS,
)
from tests.support.stage_runs import VISION, shipped_prompts

MODEL = "openai/gpt-4o"
USAGE = Usage(input_tokens=1000, output_tokens=100)
NUMBER = re.compile(r"[a-z]+::\d+")
MARK = get_brief_marker(shipped_prompts())
BRIEF = "A noir mystery under water."
INVALID = {**VISION, "themes": ["one only"]}


class DreamServer:
    """A server that answers a stage's requests according to the offered tools.

    ``hold`` is the number of a call, from 1, that gets no answer, or a late answer with
    ``lets_go``; ``held`` is set when that call has arrived. ``refuse`` is the number of a call that
    gets the status 401. ``answered`` counts the answers by request. The first ``repairs``
    submissions are invalid. ``thought`` is the first text in Discuss; with ``sums_up``, the brief
    follows if the request asks for it. As a reviewer, the server keeps all passages; a rewrite gets
    other words.
    """

    def __init__(
        self,
        *,
        hold: int | None = None,
        lets_go: bool = False,
        refuse: int | None = None,
        repairs: int = 0,
        thought: str = "Thought",
        sums_up: bool = False,
    ) -> None:
        self.hold = hold
        self._lets_go = lets_go
        self._refuse = refuse
        self._thought = thought
        self._sums_up = sums_up
        self.held = threading.Event()
        self.answered: Counter[str] = Counter()
        self._repairs = repairs
        self._seen = 0
        self._loopback = Loopback(self._reply)

    def __enter__(self) -> Self:
        self._loopback.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._loopback.__exit__(*problem)

    @property
    def env(self) -> dict[str, str]:
        """Return the variables with which ``qf`` uses this server."""
        return {
            "OPENAI_BASE_URL": f"{self._loopback.url}/v1",
            "OPENAI_API_KEY": "sk-of-the-author",
            "QF_PROVIDER": MODEL,
        }

    @property
    def bodies(self) -> list[Any]:
        """Return the body of every request, in order."""
        return [asked.body for asked in self._loopback.asked]

    def asked_for(self, title: str) -> list[Any]:
        return [
            body["messages"]
            for body in self.bodies
            if f'## Passage "{title}"' in str(body["messages"][1]["content"])
        ]

    def _reply(self, asked: Asked) -> Reply:
        if asked.path.endswith("/models"):
            return json_reply({"data": [{"id": "gpt-4o"}]})
        self._seen += 1
        held = self._seen == self.hold
        if held:
            self.held.set()
            if not self._lets_go:
                return Reply(ending=Ending.STALLED)
        if self._seen == self._refuse:
            return json_reply({"error": {"message": "no such key"}}, 401)
        self.answered[json.dumps(asked.body, sort_keys=True)] += 1
        answer = openai_answer(self._answer(asked.body))
        reply = answer if isinstance(answer, Reply) else answer(asked)
        return evolve(reply, ending=Ending.HELD) if held else reply

    def let_go(self) -> None:
        self._loopback.let_go()

    def _answer(self, body: Any) -> ChatResponse:
        if body.get("tool_choice") == "required":
            name = body["tools"][0]["function"]["name"]
            call = ToolCall(id="call-1", name=name, arguments={"word": "tide"})
            return _response(tool_calls=(call,), finish_reason=FinishReason.TOOL_CALLS)
        if "response_format" in body:
            return self._submission(body)
        if self._sums_up and MARK in str(body["messages"][0]["content"]):
            return _response(text=f"{self._thought} of it: the tide decides.\n\n{MARK}\n{BRIEF}")
        if body.get("tools"):
            said = [each for each in body["messages"] if each["role"] == "user"]
            return _response(text=f"{self._thought} {len(said)}: the tide decides.")
        asked = TITLE.search(str(body["messages"][1]["content"]))
        if asked is None:
            return _response(text=BRIEF)
        if len(body["messages"]) == 2:
            return _response(text=passages_in(asked.string))
        return _response(text=prose_of(f"{asked[1]} anew") + answers_to(asked.string))

    def _submission(self, body: Any) -> ChatResponse:
        schema = inline_references(body["response_format"]["json_schema"]["schema"])
        wanted = schema["properties"]
        if "decision" in wanted:
            return _response(text='{"decision": "keep", "issues": []}')
        attempts = sum(each["role"] == "assistant" for each in body["messages"])
        if "genre" in wanted or "themes" in wanted:
            return _response(text=json.dumps(INVALID if attempts < self._repairs else VISION))
        if "recalls" in wanted:
            asked, places = body["messages"][1]["content"], wanted["recalls"]["properties"]
            return _response(text=json.dumps({"recalls": recalls_for(asked, places)}))
        return _response(text=json.dumps(_section(wanted) or _filled(schema, schema)))


def _response(**parts: Any) -> ChatResponse:
    return ChatResponse(usage=USAGE, model="gpt-4o", **parts)


def _section(wanted: Any) -> Any:
    plan = (ENTITIES, DILEMMAS, MATERIAL, *SEED_JOINED, *GROW_JOINED, *SECTIONS.values())
    plan += (*GROW_SECTIONS.values(), STATS, {**SEED_JOINED[-1], **STATS})
    for section in (*plan, VOICE, {"findings": []}, {"scenes": []}):
        if set(section) == set(wanted) and all(
            _fits(section[name], schema) for name, schema in wanted.items()
        ):
            return section
    return None


def _filled(node: Any, root: Any, at: str = "") -> Any:
    if "$ref" in node:
        node = root["$defs"][node["$ref"].rpartition("/")[2]]
    if "anyOf" in node:
        return _filled(node["anyOf"][0], root, at)
    if "enum" in node:
        return node["enum"][0]
    if "properties" in node:
        fields = node["properties"].items()
        return {name: _filled(each, root, f"{at}.{name}") for name, each in fields}
    if at.endswith(".leans") and "items" in node:
        # The options of a choice raise and lower the first stat in turn.
        return [node["items"]["enum"][int(at.split(".")[-2]) % 2]]
    if node.get("type") == "boolean":
        return False
    if "items" in node:
        items, length = node["items"], node.get("minItems", 0)
        return items.get("enum", [])[:length] or [
            _filled(items, root, f"{at}.{place}") for place in range(length)
        ]
    return f"Do {crc32(at.encode())}" if node.get("type") == "string" else 1


def _fits(value: Any, schema: Any) -> bool:
    if "properties" not in schema or not isinstance(value, dict):
        return "properties" not in schema and not isinstance(value, dict)
    wanted = set(schema["properties"])
    # A number replaces any id; ids of the small story are valid as well.
    named = {each for each in wanted if not NUMBER.fullmatch(each)}
    return named <= set(value) and len(wanted) <= len(value)
