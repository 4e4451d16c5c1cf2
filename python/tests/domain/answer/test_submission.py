"""Tests of finding the object that a model submitted in an unexpected frame."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.answer.payload import decode_nested, fit_shape
from questfoundry.domain.answer.submission import find_submission
from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.chat.messages import ToolCall
from tests.support.examples import examples

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "notes": {"type": "string"},
        "themes": {"type": "array", "items": {"type": "string"}},
        "rooms": {"type": "array", "items": {"$ref": "#/$defs/Room"}},
        "size": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    },
    "required": ["name", "themes"],
    "$defs": {
        "Room": {
            "type": "object",
            "properties": {"title": {"type": "string"}, "exits": {"type": "array"}},
            "required": ["title"],
        }
    },
}
PLAN = {"name": "It's dry", "themes": ["salt, loss", "debt"], "size": 3}

IN_ARGUMENTS: dict[str, Callable[[str], str]] = {
    "whole": lambda text: text,
    "prose behind": lambda text: f"{text}\n\nI have submitted the plan.",
    "prose before": lambda text: f"Here is {{it}}: {text}",
    "trailing comma": lambda text: f"{text[:-1]},}}",
    "a Python literal": lambda text: repr(json.loads(text)),
    "twice": lambda text: text + text,
    "in a list": lambda text: f"[{text}]",
    "a fence": lambda text: f"```json\n{text}\n```",
    "encoded": json.dumps,
    "the tool's name": lambda text: f'{{"submit_plan": {text}}}',
    "the stage's name": lambda text: f'{{"type": "plan", "plan": {text}}}',
    "arguments once more": lambda text: f'{{"arguments": {text}}}',
    "encoded arguments": lambda text: json.dumps({"input": text}),
}
IN_TEXT: dict[str, Callable[[str], str]] = {
    **{name: frame for name, frame in IN_ARGUMENTS.items() if name != "whole"},
    "a call": lambda text: f'{{"name": "submit_plan", "arguments": {text}}}',
    "a call in tags": lambda text: (
        f'<tool_call>\n{{"name": "submit_plan", "arguments": {text}}}\n</tool_call>'
    ),
    "a call in XML": lambda text: (
        "<tool_call>\n<function=submit_plan>\n"
        + "".join(
            f"<parameter={name}>\n{as_argument(value)}\n</parameter>\n"
            for name, value in json.loads(text).items()
        )
        + "</function>\n</tool_call>"
    ),
    "a call with keys": lambda text: (
        "<tool_call>submit_plan\n"
        + "".join(
            f"<arg_key>{name}</arg_key>\n<arg_value>{as_argument(value)}</arg_value>\n"
            for name, value in json.loads(text).items()
        )
        + "</tool_call>"
    ),
    "a list of calls": lambda text: f'[TOOL_CALLS][{{"name": "submit_plan", "arguments": {text}}}]',
    "a function": lambda text: json.dumps(
        {"type": "function", "function": {"name": "submit_plan", "arguments": text}}
    ),
}


def as_argument(value: Any) -> str:
    """Return ``value`` as XML calls contain it: texts as they are, other values as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def call(malformed: str | None = None, tool: str = "submit_plan", data: Any = None) -> ToolCall:
    """Return a call whose arguments arrived as an object, or as text that is no object."""
    return ToolCall(id="c", name=tool, arguments=data or {}, malformed=malformed)


def found(*calls: ToolCall, text: str = "") -> Any:
    """Return the object that is found in the calls, or in the text."""
    return find_submission(ChatResponse(text=text, tool_calls=calls), "submit_plan", SCHEMA)


@pytest.mark.parametrize("frame", IN_ARGUMENTS)
def test_arguments_are_read_in_any_frame(frame: str) -> None:
    """A paid answer is thrown away if its good content is not found."""
    assert found(call(IN_ARGUMENTS[frame](json.dumps(PLAN)))) == PLAN


@pytest.mark.parametrize("frame", IN_TEXT)
def test_an_object_in_the_text_is_read_in_any_frame(frame: str) -> None:
    """Models behind servers without a tool parser write the call as text."""
    given = found(text=IN_TEXT[frame](json.dumps(PLAN)))
    assert decode_nested(given, SCHEMA) in (PLAN, {**PLAN, "size": "3"})


@examples(50)
@given(
    st.sampled_from([*IN_ARGUMENTS]),
    st.sampled_from([*IN_ARGUMENTS]),
    st.fixed_dictionaries(
        {
            "name": st.text(st.characters(codec="utf-8", exclude_characters="`\0")),
            "themes": st.lists(st.text("ab{}'")),
        }
    ),
)
def test_an_undamaged_object_survives_any_two_frames(
    outer: str, inner: str, plan: dict[str, Any]
) -> None:
    """Frames come together, and the content never changes."""
    exact = {*IN_ARGUMENTS} - {"trailing comma", "a Python literal", "prose before", "a fence"}
    frames = [each for each in (inner, outer) if each in exact]
    text = json.dumps(plan)
    for each in frames[:1] if "encoded" in frames and "twice" in frames else frames:
        text = IN_ARGUMENTS[each](text)
    if not {"twice", "prose behind"} & {*frames[:-1]}:
        assert found(call(text)) == plan


def test_names_of_tools_are_read_with_their_prefixes() -> None:
    """GPT models write ``functions.`` before a name, and gpt-oss a channel behind it."""
    names = ("functions.submit_plan", "submit_plan<|channel|>commentary", "tools/submit_plan:0")
    for name in names:
        assert found(call(tool=name, data=PLAN)) == PLAN
    assert found(call(tool="submit_planet", data={"other": 1})) is None


def test_the_fullest_of_several_objects_counts() -> None:
    """Some models call once with an empty object and once with the content."""
    assert found(call(), call(data=PLAN)) == PLAN
    assert found(call(tool="search", data={"query": "x"})) is None
    assert found(call(tool="plan", data=PLAN)) == PLAN
    assert found(text="I like {this} and [that].") is None
    assert found(text="No object.") is None


def test_an_object_that_was_cut_off_is_not_completed() -> None:
    """The last field of a cut answer is not whole, and nothing shows which fields are missing."""
    cut = '{"name": "Dry", "rooms": [{"title": "Hall"}], "notes": "The water is'
    assert found(call(cut)) is None
    assert found(call(cut.partition(', "notes"')[0])) == {
        "name": "Dry",
        "rooms": [{"title": "Hall"}],
    }


def test_a_schema_may_name_no_field() -> None:
    """A stage of another package may map free keys to texts."""
    free = {"type": "object", "additionalProperties": {"type": "string"}}
    said = ChatResponse(text="", tool_calls=(call(data={"any": "x"}),))
    assert find_submission(said, "submit_plan", free) == {"any": "x"}
    assert fit_shape({"any": "x"}, free) == {"any": "x"}


def test_the_shape_is_fitted_to_the_schema() -> None:
    """Nulls for optional fields and numbered objects for lists are no reason to ask again."""
    given = {
        "type": "plan",
        "version": 1,
        "name": None,
        "notes": None,
        "size": None,
        "themes": {"1": "salt", "2": "debt"},
        "rooms": [{"title": "Hall", "exits": None}, None],
        "unknown": None,
    }
    assert fit_shape(given, SCHEMA) == {
        "name": None,
        "size": None,
        "themes": ["salt", "debt"],
        "rooms": [{"title": "Hall"}],
        "unknown": None,
    }
    assert fit_shape(PLAN, SCHEMA) == PLAN
    closed = {**SCHEMA, "additionalProperties": False}
    assert fit_shape({**PLAN, "unknown": None, "other": 1}, closed) == {**PLAN, "other": 1}
