"""Right answers in forms that real models and servers send: thoughts, nulls, frames, odd calls."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from tests.chaos.forging import payload_of, say, submission_of, submit
from tests.chaos.imagining import followed
from tests.chaos.server import Call, Fault
from tests.support.loopback import Reply
from tests.support.thought_forms import THOUGHT_FORMS, put_in_form

Answer = dict[str, Any]


def _in_form(form: str) -> Fault:
    """Put thoughts or marks around the text; a call keeps the marks as the text beside it."""

    def fault(call: Call) -> Reply:
        said = put_in_form(form, call.right.text)
        return call.reply(evolve(call.right, text=said))

    return fault


def _marked_inside(call: Call) -> Reply:
    """Think inside each text of the submitted object, and end the text with a mark."""
    answer = submission_of(call)
    if answer is None:
        return call.reply()
    return submit(
        call,
        {
            name: f"{put_in_form('think', value)}<|im_end|>" if isinstance(value, str) else value
            for name, value in answer.items()
        },
    )


THOUGHTS: Mapping[str, Fault] = {
    **{f"thought: {form}": _in_form(form) for form in THOUGHT_FORMS},
    "thought: inside JSON": _marked_inside,
}


def _with_nulls(call: Call) -> Reply:
    """Give every optional field that the answer lacks the value null."""
    answer, schema = submission_of(call), _schema_of(call)
    if answer is None:
        return call.reply()
    filled: Answer = _fill_nulls(answer, schema, schema.get("$defs", {}))
    return submit(call, filled)


def _fill_nulls(value: Any, schema: Any, definitions: Mapping[str, Any]) -> Any:
    schema = followed(schema, definitions)
    if isinstance(value, list):
        return [_fill_nulls(each, schema.get("items", {}), definitions) for each in value]
    if not isinstance(value, dict):
        return value
    fields = schema.get("properties", {})
    other = schema.get("additionalProperties")
    given = {
        name: _fill_nulls(each, fields.get(name) or other or {}, definitions)
        for name, each in value.items()
    }
    return {**{name: None for name in fields if name not in given}, **given}


def _with_unknown_nulls(call: Call) -> Reply:
    """Add fields that the schema does not have, with the value null."""
    answer = submission_of(call)
    return call.reply() if answer is None else submit(call, {"notes_to_self": None, **answer})


NULLS: Mapping[str, Fault] = {"nulls": _with_nulls, "unknown nulls": _with_unknown_nulls}


def _schema_of(call: Call) -> Mapping[str, Any]:
    if call.question.schema is not None:
        return call.question.schema
    return call.question.tools[call.right.tool_calls[0].name] if call.right.tool_calls else {}


def _framed(frame: Callable[[str, str], str]) -> Fault:
    """Send the object's JSON as ``frame`` writes it, given the JSON and the tool's name."""

    def fault(call: Call) -> Reply:
        if submission_of(call) is None:
            return call.reply()
        text = frame(payload_of(call), _name_of(call))
        if not call.right.tool_calls:
            return say(call, text)
        made = ToolCall(id="call-1", name=_name_of(call), malformed=text)
        return call.reply(evolve(call.right, tool_calls=(made,)))

    return fault


def _as_text(frame: Callable[[str, str], str]) -> Fault:
    """Send a call as text, as a server without a parser for calls does."""

    def fault(call: Call) -> Reply:
        if submission_of(call) is None:
            return call.reply()
        return say(call, frame(payload_of(call), _name_of(call)))

    return fault


def _changed(change: Callable[[Answer, Call], Answer]) -> Fault:
    """Submit another object that means the same."""

    def fault(call: Call) -> Reply:
        answer = submission_of(call)
        return call.reply() if answer is None else submit(call, change(answer, call))

    return fault


def _called(name: Callable[[str], str]) -> Fault:
    """Write the tool's name in another way."""

    def fault(call: Call) -> Reply:
        calls = [evolve(each, name=name(each.name)) for each in call.right.tool_calls]
        return call.reply(evolve(call.right, tool_calls=tuple(calls)))

    return fault


def _name_of(call: Call) -> str:
    return call.right.tool_calls[0].name if call.right.tool_calls else "submit_answer"


def _called_twice(*, whole: int) -> Fault:
    """Call the tool twice; only the call with the index ``whole`` has the object."""

    def fault(call: Call) -> Reply:
        if not call.right.tool_calls:
            return call.reply()
        right = call.right.tool_calls[0]
        calls = [evolve(right, id=f"call-{n}", arguments={}) for n in (0, 1)]
        calls[whole] = evolve(right, id=f"call-{whole}")
        return call.reply(evolve(call.right, tool_calls=tuple(calls)))

    return fault


def _searched_too(call: Call) -> Reply:
    """Call a tool that was not offered before the right one."""
    if not call.right.tool_calls:
        return call.reply()
    other = ToolCall(id="call-0", name="web_search", arguments={"query": "a bell"})
    return call.reply(evolve(call.right, tool_calls=(other, *call.right.tool_calls)))


def _numbered(answer: Answer, _: Call) -> Answer:
    return {name: _number(value) for name, value in answer.items()}


def _number(value: Any) -> Any:
    return {str(n): each for n, each in enumerate(value, 1)} if isinstance(value, list) else value


def _encoded_parts(answer: Answer, _: Call) -> Answer:
    return {
        name: json.dumps(value) if isinstance(value, dict | list) else value
        for name, value in answer.items()
    }


def _stage_of(call: Call) -> str:
    return _name_of(call).removeprefix("submit_")


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _parameters(text: str) -> str:
    return "".join(
        f"<parameter={name}>\n{_value(value)}\n</parameter>\n"
        for name, value in json.loads(text).items()
    )


def _arguments(text: str) -> str:
    return "".join(
        f"<arg_key>{name}</arg_key>\n<arg_value>{_value(value)}</arg_value>\n"
        for name, value in json.loads(text).items()
    )


def _call(text: str, name: str) -> str:
    return f'{{"name": "{name}", "arguments": {text}}}'


FRAMES: Mapping[str, Fault] = {
    "prose behind": _framed(lambda text, _: f"{text}\n\nThe plan is submitted {{as asked}}."),
    "prose before": _framed(lambda text, _: f"Here is the plan:\n{text}"),
    "trailing comma": _framed(lambda text, _: f"{text[:-1]},}}"),
    "comment": _framed(lambda text, _: f"{text[:-1]} // whole\n}}"),
    "Python literal": _framed(lambda text, _: repr(json.loads(text))),
    "twice": _framed(lambda text, _: text + text),
    "twice in lines": _framed(lambda text, _: f"{text}\n{text}"),
    "in a list": _framed(lambda text, _: f"[{text}]"),
    "in a fence": _framed(lambda text, _: f"```json\n{text}\n```"),
    "in a fence with prose": _framed(lambda text, _: f"Sure!\n```json\n{text}\n```\nDone."),
    "brace too many": _framed(lambda text, _: f"{text}}}"),
    "JSON as text": _framed(lambda text, _: json.dumps(text)),
    "byte order mark": _framed(lambda text, _: f"\ufeff{text}"),
    "curly quotes around": _framed(lambda text, _: f"\u201c{text}\u201d"),
    "prefix functions": _called(lambda name: f"functions.{name}"),
    "channel behind the name": _called(lambda name: f"{name}<|channel|>commentary"),
    "format behind the name": _called(lambda name: f"{name}<|channel|>json"),
    "server before the name": _called(lambda name: f"default_api:{name}"),
    "number behind the name": _called(lambda name: f"functions.{name}:0"),
    "name in capitals": _called(str.upper),
    "name with hyphens": _called(lambda name: name.replace("_", "-")),
    "JSON as content": _as_text(lambda text, _: text),
    "call as content": _as_text(_call),
    "call with parameters": _as_text(
        lambda text, name: f'{{"name": "{name}", "parameters": {text}}}'
    ),
    "call in tags": _as_text(lambda text, name: f"<tool_call>\n{_call(text, name)}\n</tool_call>"),
    "call in a list": _as_text(lambda text, name: f"[TOOL_CALLS][{_call(text, name)}]"),
    "Mistral call": _as_text(lambda text, name: f"[TOOL_CALLS]{name}[ARGS]{text}"),
    "Llama call": _as_text(lambda text, name: f"<function={name}>{text}</function>"),
    "Python tag": _as_text(lambda text, name: f"<|python_tag|>{_call(text, name)}<|eom_id|>"),
    "DeepSeek call": _as_text(
        lambda text, name: (
            f"<\uff5ctool▁calls▁begin\uff5c><\uff5ctool▁call▁begin\uff5c>function"
            f"<\uff5ctool▁sep\uff5c>{name}\n```json\n{text}\n```<\uff5ctool▁call▁end\uff5c>"
            "<\uff5ctool▁calls▁end\uff5c>"
        )
    ),
    "Kimi call": _as_text(
        lambda text, name: (
            f"<|tool_calls_section_begin|><|tool_call_begin|>functions.{name}:0"
            f"<|tool_call_argument_begin|>{text}<|tool_call_end|><|tool_calls_section_end|>"
        )
    ),
    "gpt-oss call": _as_text(
        lambda text, name: (
            f"<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>"
            f"commentary to=functions.{name} <|constrain|>json<|message|>{text}<|call|>"
        )
    ),
    "Qwen coder call": _as_text(
        lambda text, name: (
            f"<tool_call>\n<function={name}>\n{_parameters(text)}</function>\n</tool_call>"
        )
    ),
    "GLM call": _as_text(lambda text, name: f"<tool_call>{name}\n{_arguments(text)}</tool_call>"),
    "second call is whole": _called_twice(whole=1),
    "first call is whole": _called_twice(whole=0),
    "other tool, too": _searched_too,
    "wrapped in arguments": _changed(lambda answer, _: {"arguments": answer}),
    "wrapped as text": _changed(lambda answer, _: {"input": json.dumps(answer)}),
    "wrapped in the stage": _changed(lambda answer, call: {_stage_of(call): answer}),
    "wrapped in the tool": _changed(lambda answer, call: {_name_of(call): answer}),
    "wrapped with a type": _changed(
        lambda answer, call: {"type": _stage_of(call), "version": 1, _stage_of(call): answer}
    ),
    "wrapped in data": _changed(lambda answer, _: {"status": "ok", "data": answer}),
    "type and version": _changed(
        lambda answer, call: {"type": _stage_of(call), "version": 1, **answer}
    ),
    "lists as numbers": _changed(_numbered),
    "parts as text": _changed(_encoded_parts),
}
"""The right object in a wrong frame."""


def _not_at_all(call: Call) -> Reply:
    """Answer with another object than the schema asks for."""
    answer = submission_of(call)
    return call.reply() if answer is None else submit(call, {"result": "done"})


def _whole_at_the_limit(call: Call) -> Reply:
    """Report that the limit was reached, though the answer is whole."""
    return call.reply(evolve(call.right, finish_reason=FinishReason.LENGTH))


def _blank(call: Call) -> Reply:
    return call.reply(ChatResponse(text=" \n", usage=call.right.usage))


def _only_thoughts(call: Call) -> Reply:
    return say(call, "<think>Keep the QUUX short.")


def _apology(call: Call) -> Reply:
    return say(call, "I'm sorry, but I can't help with that.")


OTHERS: Mapping[str, Fault] = {
    "another object": _not_at_all,
    "whole at the limit": _whole_at_the_limit,
    "blank": _blank,
    "only thoughts": _only_thoughts,
    "refusal as text": _apology,
}
