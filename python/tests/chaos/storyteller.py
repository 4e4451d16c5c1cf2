"""A model that knows the small story and answers every stage, the prose and chats about books.

The answer depends only on the request, so that a story is the same after any kill.
"""

import json
import re
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.chat.usage import Usage
from tests.chaos.chapters import Answers, key_of
from tests.chaos.imagining import followed, imagined
from tests.chaos.question import Question
from tests.support.delegated import CRITERIA
from tests.support.novelist import KEEP, TITLE, VOICE, answers_to, passages_in, prose_of
from tests.support.recalled import recalls_for
from tests.support.small_story import (
    DILEMMAS,
    ENTITIES,
    GROW_FRAME,
    GROW_SECTIONS,
    MATERIAL,
    SCENES,
    SECTIONS,
    SEED_JOINED,
    STATS,
)
from tests.support.stage_runs import VISION

_SECTIONS: tuple[dict[str, Any], ...] = (
    VISION,
    ENTITIES,
    DILEMMAS,
    MATERIAL,
    SEED_JOINED[0],
    {**SEED_JOINED[1], **STATS},
    *SECTIONS.values(),
    STATS,
    SCENES,
    GROW_FRAME,
    VOICE,
    KEEP,
    {"findings": []},
    {"scenes": []},
)
_NAMES: dict[str, dict[str, Any]] = {
    kind: {
        each: words
        for section in (*GROW_SECTIONS.values(), GROW_FRAME)
        for each, words in section.get(kind, {}).items()
    }
    for kind in ("titles", "labels", "endings")
}
"""By passage, choice and ending; minor choices have no entry here."""
_COVER = {name: GROW_FRAME[name] for name in ("title", "hook", "onward")}
_PLACE = re.compile(r"^((?:passage|choice)::\S+) = ", re.MULTILINE)
_LEVEL = re.compile(r"^- levels: (level::[^\s,]+)", re.MULTILINE)
_ROLE = re.compile(r"You are a\w* (poet|editor)")
_NUMBER = re.compile(r"[a-z]+::\d+")
_CALLBACKS = 10
_IMAGINED = {"hubs", "acts", "dares", "titles", "labels"}


def answer_to(question: Question, known: Answers | None = None) -> ChatResponse:
    """Return the model's answer, from ``known`` if it has one."""
    usage = usage_for(question)
    if (text := _answer_as_agent(question.prompt)) is not None:
        return ChatResponse(text=text, usage=usage)
    for name, parameters in question.tools.items():
        if name.startswith("submit_"):
            answer = known.get(key_of(name, parameters)) if known else None
            return _calls(name, answer or handed_in(parameters, question.prompt), usage)
    if question.schema is not None:
        return ChatResponse(
            text=json.dumps(handed_in(question.schema, question.prompt)), usage=usage
        )
    if "search_book" in question.tools and not question.said[-1].is_result:
        return _calls("search_book", {"query": question.said[-1].text[:80]}, usage)
    return ChatResponse(text=_words(question), usage=usage)


def usage_for(question: Question) -> Usage:
    """Return token counts that differ for every request, so that no answer can replace another.

    A prompt has more tokens than words; a smaller count would say that the server has cut it.
    """
    seed = crc32(question.prompt.encode("utf-8", "replace"))
    least = 2 * len(question.prompt.split())
    return Usage(input_tokens=least + 1000 + seed % 997, output_tokens=100 + seed % 89)


def handed_in(schema: Mapping[str, Any], prompt: str) -> dict[str, Any]:
    """Return the part of the small story for ``schema``; ``prompt`` lists callbacks."""
    definitions = schema.get("$defs", {})
    asked = schema.get("properties", {})
    given: dict[str, Any] = {}
    if "recalls" in asked:
        places = followed(asked["recalls"], definitions)["properties"]
        of_places = (followed(each, definitions) for each in places.values())
        allowed = [each["properties"]["marks"].get("maxItems", _CALLBACKS) for each in of_places]
        most = min(_CALLBACKS, max(allowed))
        given = {"recalls": recalls_for(prompt, places, most=most)}
    if "gates" in asked:
        return {**imagined(schema, {}), "gates": [_gate_at_level(prompt)]}
    if given or _IMAGINED & set(asked):
        for name, part in [each for each in asked.items() if each[0] not in given]:
            alone = {"type": "object", "properties": {name: part}, "$defs": definitions}
            given |= imagined(alone, _COVER if name in _COVER else _NAMES.get(name, {}))
        return given
    for section in _SECTIONS:
        if set(schema.get("properties", {})) & set(section) and _fits(section, schema, definitions):
            part: dict[str, Any] = _part(section, schema, definitions)
            return part
    return imagined(schema, {})


def _gate_at_level(prompt: str) -> dict[str, str]:
    """Return a gate at the first place in ``prompt`` that a level of a stat can open."""
    place, level = next(
        (heads[-1], found[1])
        for found in _LEVEL.finditer(prompt)
        if (heads := _PLACE.findall(prompt[: found.start()]))
    )
    told = {"label": "Go by the gate", "leaves": "Mara went by the gate.", "closed": ""}
    return {"at": place, "needs": level, **told}


def _answer_as_agent(prompt: str) -> str | None:
    if "You choose the criteria" in prompt:
        return json.dumps({"criteria": CRITERIA})
    if "You judge" in prompt:
        marks = sorted(set(re.findall(r"draft-\d::criterion-\d", prompt)))
        return json.dumps({"marks": {mark: {"reason": "It shows.", "score": 5} for mark in marks}})
    role = _ROLE.search(prompt)
    return f"The {role[1]} has {crc32(prompt.encode())} ideas." if role else None


def _words(question: Question) -> str:
    if "search_book" in question.tools:
        return "The clerk counted his drowned coins (p. 2)."
    if question.tools:
        return f"Thought {question.answers + 1}: the tide decides."
    for each in question.said:
        if (title := TITLE.search(each.text)) is not None:
            if not question.answers:
                return passages_in(each.text)
            return prose_of(f"{title[1]} anew") + answers_to(each.text)
    return "A noir mystery under water."


def _calls(name: str, arguments: dict[str, Any], usage: Usage) -> ChatResponse:
    call = ToolCall(id="call-1", name=name, arguments=arguments)
    return ChatResponse(tool_calls=(call,), finish_reason=FinishReason.TOOL_CALLS, usage=usage)


def _fits(value: Any, schema: Any, definitions: Mapping[str, Any]) -> bool:
    schema = followed(schema, definitions)
    properties = schema.get("properties", {})
    if not isinstance(value, dict) or not properties:
        return isinstance(value, dict) == (schema.get("type") == "object")
    value = _by_number(value, properties)
    return all(
        _fits(value[name], part, definitions) if name in value else _may_lack(name, part, schema)
        for name, part in properties.items()
    )


def _part(value: Any, schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Return only the fields in the schema, because a repair requests less than a section."""
    schema = followed(schema, definitions)
    properties = schema.get("properties")
    if not isinstance(value, dict) or not properties:
        return value
    value = _by_number(value, properties)
    wanted = {name for name in properties if name in value or name in schema.get("required", ())}
    return {
        name: _part(value[name], part, definitions) if name in value else None
        for name, part in properties.items()
        if name in wanted
    }


def _by_number(value: dict[str, Any], properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value, with numbers as keys if the schema replaces all ids by numbers."""
    numbered = all(_NUMBER.fullmatch(each) for each in properties)
    return dict(zip(properties, value.values(), strict=False)) if numbered else value


def _may_lack(name: str, part: Any, schema: Any) -> bool:
    """Return whether a field is optional or may be null."""
    kinds = [each.get("type") for each in part.get("anyOf", ())]
    return name not in schema.get("required", ()) or "null" in kinds
