"""Tests for message lists that every provider accepts and that lose no content."""

import json

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import (
    Message,
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    pair_tool_calls,
    system,
    tool_result,
    user,
)
from questfoundry.domain.models.traits import Capabilities
from questfoundry.infra.llm.anthropic import chat as anthropic_wire
from questfoundry.infra.llm.ollama import chat as ollama_wire
from questfoundry.infra.llm.openai import chat as openai_wire
from tests.support.dialects import anthropic_rules, ollama_rules, openai_rules
from tests.support.examples import examples

CALL = ToolCall(id="x", name="search", arguments={"query": "brass"})
FOUND = tool_result(ToolResult(call_id="x", name="search", content='{"result": "success"}'))
QUOTED_CALL = '[search call]\n{"query": "brass"}'
QUOTED_RESULT = user('[search result]\n{"result": "success"}')

ids = st.sampled_from(["a", "b", "c"])
names = st.sampled_from(["search", "look:up"])
words = st.text(max_size=8)
calls = st.builds(
    ToolCall,
    id=ids,
    name=names,
    arguments=st.dictionaries(words, words, max_size=2),
    malformed=st.none() | st.just("{half"),
)
histories = st.lists(
    st.one_of(
        st.builds(system, words),
        st.builds(user, words),
        st.builds(assistant, words, st.lists(calls, max_size=3).map(tuple)),
        st.builds(tool_result, st.builds(ToolResult, call_id=ids, name=names, content=words)),
    ),
    max_size=9,
)


def test_a_call_and_its_result_stay_a_pair_under_a_new_id() -> None:
    """Providers restrict the form of call ids, so both halves of a pair get the same new id."""
    call, result = pair_tool_calls((assistant("Looking.", (CALL,)), FOUND), keep_calls=True)
    assert call == assistant("Looking.", (evolve(CALL, id="call00001"),))
    assert result == evolve(FOUND, call_id="call00001")


@pytest.mark.parametrize(
    ("history", "keeps", "sent"),
    [
        ((user("Hello."), FOUND), True, (user("Hello."), QUOTED_RESULT)),
        (
            (assistant("Looking.", (CALL,)), user("Well?")),
            True,
            (assistant(f"Looking.\n\n{QUOTED_CALL}"), user("Well?")),
        ),
        ((assistant("", (CALL,)), FOUND), False, (assistant(QUOTED_CALL), QUOTED_RESULT)),
        (
            (assistant("", (ToolCall(id="x", name="search", malformed="{half"),)), FOUND),
            True,
            (assistant("[search call]\n{half"), QUOTED_RESULT),
        ),
    ],
    ids=["no call", "no result", "no tools", "malformed call"],
)
def test_half_a_pair_is_quoted(
    history: tuple[Message, ...], keeps: bool, sent: tuple[Message, ...]
) -> None:
    """Every provider refuses half a pair, and any call if no tools are offered; text is sent."""
    assert pair_tool_calls(history, keep_calls=keeps) == sent


def test_results_that_stand_in_another_order_find_their_calls() -> None:
    """Providers expect results in the order of the calls, but tools may finish in any order."""
    other = evolve(CALL, id="y")
    late = evolve(FOUND, call_id="y", content="late")
    kept = pair_tool_calls((assistant("", (CALL, other)), late, FOUND), keep_calls=True)
    assert [message.content for message in kept[1:]] == [FOUND.content, "late"]
    assert [call.id for call in kept[0].tool_calls] == [message.call_id for message in kept[1:]]


def test_a_result_takes_the_name_of_its_call() -> None:
    """Some providers match results by name and refuse a result with another name."""
    renamed = evolve(FOUND, tool_name="sought")
    kept = pair_tool_calls((assistant("", (CALL,)), renamed), keep_calls=True)
    assert kept[1].tool_name == CALL.name


@examples(80)
@given(histories, st.booleans())
def test_no_api_refuses_the_messages(history: list[Message], offers: bool) -> None:
    """A conversation that an API refuses would leave a project stuck. (PRV-2.6)"""
    request = ChatRequest(
        messages=tuple(history),
        tools=(ToolDefinition(name="search", description="Searches."),) if offers else (),
    )
    able = Capabilities()
    assert openai_rules(openai_wire.request_body(request, "m", able)) is None
    assert anthropic_rules(anthropic_wire.request_body(request, "m", able)) is None
    assert ollama_rules(ollama_wire.request_body(request, "m", able)) is None


@examples(80)
@given(histories, st.booleans())
def test_one_pass_loses_nothing_and_two_are_idle(history: list[Message], keep: bool) -> None:
    """Preparing messages must not drop text that the model needs to continue."""
    result = pair_tool_calls(history, keep_calls=keep)
    assert pair_tool_calls(result, keep_calls=keep) == result
    said = [message.content for message in result]
    said += [
        json.dumps(call.arguments, ensure_ascii=False) for m in result for call in m.tool_calls
    ]
    everything = "\n".join(said)
    for message in history:
        assert message.content in everything
        for call in message.tool_calls:
            written = json.dumps(call.arguments, ensure_ascii=False)
            assert (call.malformed or written) in everything
