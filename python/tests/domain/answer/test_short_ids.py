"""Tests for short ids, and for fields with one legal value, which are filled in by code."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.answer.short_ids import (
    NUMBERED_KINDS,
    ShortIds,
    fill_single_values,
    omit_single_values,
)
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import (
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits

LARGE = ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
VAULT, HARBOUR = "passage::the-vault-default-tail-2", "passage::am-hafen--after-the-vault"
DOOR = "choice::the-vault-default-tail-2--open"


def in_schema(*ids: str) -> dict[str, Any]:
    fields: dict[str, Any] = {each: {"type": "string"} for each in ids}
    fields["first"] = {"enum": [*ids]}
    return {"type": "object", "properties": fields, "required": [*ids]}


def test_a_request_has_numbers_and_the_answer_the_ids_that_they_stand_for() -> None:
    """Numbers save tokens, and the answer must name the original ids again."""
    request = ChatRequest(
        messages=(
            system(f"A title for {VAULT}, and for location::sunken-bank."),
            user(f"{HARBOUR} = The harbour. {DOOR}. In {VAULT}: a line."),
        ),
        response_schema=in_schema(VAULT, HARBOUR),
    )
    ids = ShortIds.from_request(request, LARGE)
    told = ids.shorten(request)
    assert [each.content for each in told.messages] == [
        "A title for passage::1, and for location::sunken-bank.",
        "passage::2 = The harbour. choice::1. In passage::1: a line.",
    ]
    assert told.response_schema == in_schema("passage::1", "passage::2")
    answer = ids.expand(ChatResponse(text='{"passage::2": "Salt", "first": "passage::7"}'))
    assert answer.text == f'{{"{HARBOUR}": "Salt", "first": "passage::7"}}'


def test_tools_and_what_was_handed_in_before_have_the_same_numbers() -> None:
    """A model that sees two numbers for the same id treats them as two passages."""
    call = ToolCall(id="one", name="submit", arguments={VAULT: [HARBOUR]})
    request = ChatRequest(
        messages=(
            assistant("", (call,)),
            tool_result(ToolResult(call_id="one", name="submit", content=f"{HARBOUR}: missing")),
        ),
        tools=(ToolDefinition(name="submit", description="", parameters=in_schema(HARBOUR)),),
    )
    ids = ShortIds.from_request(request, LARGE)
    told = ids.shorten(request)
    assert told.messages[0].tool_calls[0].arguments == {"passage::1": ["passage::2"]}
    assert told.messages[1].content == "passage::2: missing"
    assert told.tools[0].parameters == in_schema("passage::2")
    cut = ToolCall(id="two", name="submit", malformed='{"passage::2": ')
    answer = ids.expand(ChatResponse(tool_calls=(told.messages[0].tool_calls[0], cut)))
    assert answer.tool_calls[0] == call
    assert answer.tool_calls[1].malformed == f'{{"{HARBOUR}": '


def test_ids_that_only_a_schema_names_are_numbered() -> None:
    """The instructions need not name what the schema lists."""
    request = ChatRequest(messages=(user("Go on."),), response_schema=in_schema(VAULT))
    told = ShortIds.from_request(request, LARGE).shorten(request)
    assert told.response_schema == in_schema("passage::1")


def test_a_small_model_reads_the_ids_themselves() -> None:
    """A model with a small window relies on the words in an id, so it gets no numbers."""
    request = ChatRequest(messages=(user(VAULT),), response_schema=in_schema(VAULT))
    assert (
        ShortIds.from_request(request, ModelTraits.from_capabilities(context_window=8_000)).shorten(
            request
        )
        == request
    )


IDS = st.builds(
    "{}::{}".format,
    st.sampled_from(NUMBERED_KINDS),
    st.lists(st.sampled_from(["1", "2", "tür", "дом", "-a"]), min_size=1).map("-".join),
)


@given(st.lists(st.one_of(IDS, st.text(max_size=8))))
def test_whatever_is_told_by_numbers_is_meant_by_ids(texts: list[str]) -> None:
    """Shortening and expanding ids must return every text unchanged."""
    said = " ".join(texts)
    request = ChatRequest(messages=(user(said),), response_schema={said: [said, 1, None]})
    ids = ShortIds.from_request(request, LARGE)
    told = ids.shorten(request)
    assert ids.expand(ChatResponse(text=told.messages[0].content)).text == said
    assert len(set(ids.numbers.values())) == len(ids.numbers)


ONE = {"type": "string", "enum": ["hard"]}
TWO = {"type": "string", "enum": ["both", "default"]}
DECISION = {
    "type": "object",
    "properties": {"weight": ONE, "explore": TWO},
    "required": ["weight", "explore"],
}
SCHEMA = {
    "type": "object",
    "$defs": {"decision": DECISION},
    "properties": {
        "size": ONE,
        "list": {"type": "array", "items": {"$ref": "#/$defs/decision"}},
        "alone": {"type": "object", "properties": {"weight": ONE}, "required": ["weight"]},
        "free": {"type": "string", "enum": ["maybe"]},
    },
    "required": ["size", "list", "alone"],
}


def test_a_required_field_with_one_value_is_left_out_unless_it_stands_alone() -> None:
    """A model that writes the only legal value wastes tokens; an empty object fits no schema."""
    asked = omit_single_values(SCHEMA)
    assert asked["required"] == ["list", "alone"]
    assert [*asked["properties"]] == ["list", "alone", "free"]
    assert asked["$defs"]["decision"]["properties"] == {"explore": TWO}
    assert asked["properties"]["alone"] == SCHEMA["properties"]["alone"]


def test_the_value_is_filled_in_at_every_depth() -> None:
    """The artifact needs the value, and an optional field stays open."""
    answer = {"list": [{"explore": "both"}, "no object"], "alone": {}}
    assert fill_single_values(answer, SCHEMA) == {
        "size": "hard",
        "list": [{"weight": "hard", "explore": "both"}, "no object"],
        "alone": {},
    }


def test_another_value_is_replaced() -> None:
    """A retry could only ask for the one legal value."""
    assert fill_single_values({"size": "soft"}, SCHEMA)["size"] == "hard"
