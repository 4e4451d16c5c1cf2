"""Serialize keeps valid fields and asks again only for faulty ones."""

import json
from typing import Any

import pytest
from attrs import evolve
from ruamel.yaml import YAML

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import Role, ToolCall
from questfoundry.domain.errors import ConversationError
from questfoundry.domain.events import AnswerCut
from questfoundry.domain.models.traits import Capabilities, ModelTraits, Profile, StructuredOutput
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls, calls_all, says
from tests.support.stage_runs import VISION, Ask, Workshop

DIRECT = Ask(said="A noir mystery")


def submits(**changes: Any) -> Any:
    return calls("submit_dream", {**VISION, **changes})


def scripted(*replies: Reply, traits: ModelTraits | None = None) -> ScriptedChatProvider:
    """Return a model that answers Discuss and Summarize, then Serialize with ``replies``."""
    return ScriptedChatProvider([says("A city."), says("The brief."), *replies], traits=traits)


async def serialize(
    *replies: Reply, traits: ModelTraits | None = None, request: Ask = DIRECT
) -> tuple[dict[str, Any], ScriptedChatProvider]:
    """Return the artifact and the provider with the requests of all phases."""
    provider = scripted(*replies, traits=traits)
    result = await Workshop().run(provider, request)
    return result.artifact.model_dump(mode="json"), provider


async def fails(
    *replies: Reply, request: Ask = DIRECT
) -> tuple[ConversationError, ScriptedChatProvider]:
    provider = scripted(*replies)
    with pytest.raises(ConversationError) as caught:
        await Workshop().run(provider, request)
    return caught.value, provider


def rules_of(error: ConversationError) -> set[str]:
    return {fault.rule for attempt in error.attempts for fault in attempt.faults}


def feedback_of(provider: ScriptedChatProvider, number: int) -> dict[str, Any]:
    message = provider.requests[number].messages[-1]
    assert message.role is Role.TOOL_RESULT
    assert message.is_error
    document: dict[str, Any] = json.loads(message.content)
    return document


async def test_two_invalid_answers_and_then_a_valid_one_are_accepted() -> None:
    """Most models need feedback to produce a valid artifact, so each retry carries the faults."""
    artifact, provider = await serialize(
        submits(genre="sci-fi / noir", themes=["alone"]), submits(genre="noir / sci-fi"), submits()
    )

    assert artifact["genre"] == "mystery"
    first, second = feedback_of(provider, 3), feedback_of(provider, 4)
    assert [issue["field"] for issue in first["issues"]["invalid"]] == ["genre", "themes"]
    assert [issue["field"] for issue in second["issues"]["invalid"]] == ["genre"]
    assert first["result"] == "validation_failed"
    assert list(first)[-1] == "action"


async def test_a_submitted_text_has_no_thoughts() -> None:
    """Some servers leave the thoughts of a model inside the fields of a call."""
    artifact, _ = await serialize(submits(tone="<think>Which tone?</think>Wry and cold."))

    assert artifact["tone"] == "Wry and cold."


async def test_a_correction_of_one_field_joins_the_valid_rest() -> None:
    """Asking for one field is cheaper, and the valid fields do not change. (STG-3.2)"""
    artifact, provider = await serialize(
        submits(genre="sci-fi / noir", tone="wry"), calls("submit_dream", {"genre": "noir"})
    )

    assert (artifact["genre"], artifact["tone"]) == ("noir", "wry")
    (tool,) = provider.requests[3].tools
    assert list(tool.parameters["properties"]) == ["genre"]
    call = provider.requests[3].messages[-2].tool_calls[0]
    assert dict(call.arguments) == {"genre": "sci-fi / noir"}


CUT = evolve(says('{"genre": "myst'), finish_reason=FinishReason.LENGTH)


async def test_a_whole_answer_at_the_limit_is_accepted() -> None:
    """A server may report the limit though the last brace has arrived, and the answer is paid."""
    at_the_limit = evolve(submits(), finish_reason=FinishReason.LENGTH)
    artifact, provider = await serialize(at_the_limit)
    assert artifact["genre"] == "mystery"
    assert len(provider.requests) == 3


def part(request: ChatRequest) -> ChatResponse:
    """Answer only what is asked for."""
    asked = request.tools[0].parameters["properties"]
    return calls("submit_dream", {name: VISION[name] for name in asked if name in VISION})


async def test_where_no_room_is_enough_the_answer_is_asked_for_in_parts() -> None:
    """An artifact larger than the output limit is asked for in parts instead of failing."""
    traits = ModelTraits(capabilities=Capabilities(max_output_tokens=5_000, context_window=16_384))
    artifact, provider = await serialize(CUT, CUT, part, part, traits=traits)

    assert artifact["style"] == VISION["style"]
    assert [request.max_tokens for request in provider.requests[2:]] == [4096, 5000, 5000, 5000]
    one, other = (set(each.tools[0].parameters["properties"]) for each in provider.requests[4:])
    assert one.isdisjoint(other)
    assert one | other == set(DreamArtifact.model_fields) - {"type", "version"}


async def test_of_an_answer_in_parts_only_the_part_that_failed_is_asked_again() -> None:
    """Parts that already arrived are paid for, so they are kept."""
    traits = ModelTraits(capabilities=Capabilities(max_output_tokens=4_096, context_window=16_384))
    _, provider = await serialize(CUT, part, CUT, *[part] * 4, traits=traits)

    first = set(provider.requests[3].tools[0].parameters["properties"])
    for request in provider.requests[5:]:
        assert first.isdisjoint(request.tools[0].parameters["properties"])


async def test_an_answer_that_is_cut_off_whatever_is_done_ends_the_stage() -> None:
    """Endless truncation must end with an error that names the cause."""
    error, provider = await fails(CUT, CUT, CUT)

    assert len(provider.requests) == 5
    assert rules_of(error) == {"lost.cut_off"}


async def test_a_model_that_is_right_at_the_third_try_succeeds() -> None:
    """A model stuck on one answer gets the other strategy and a new temperature."""
    wrong = submits(genre="a / b")
    artifact, provider = await serialize(wrong, wrong, says('{"genre": "noir"}'))

    second, third = provider.requests[3:]
    assert artifact["genre"] == "noir"
    assert second.tools
    assert not third.tools
    assert list((third.response_schema or {})["properties"]) == ["genre"]
    assert third.temperature != second.temperature
    assert [message.role for message in third.messages] == [Role.SYSTEM, Role.USER, Role.USER]
    assert "submit_dream" not in third.messages[0].content


async def test_a_model_with_one_strategy_is_asked_at_another_temperature() -> None:
    """Without a second strategy, only a new temperature can change a repeated answer."""
    traits = ModelTraits(capabilities=Capabilities(json_schema=False))
    wrong = submits(genre="a / b")
    _, provider = await serialize(wrong, wrong, submits(), traits=traits)

    second, third = provider.requests[3:]
    assert third.tools == second.tools
    assert third.temperature != second.temperature


def able(strategy: StructuredOutput) -> ModelTraits:
    return ModelTraits(
        capabilities=Capabilities(json_schema=True), profile=Profile(structured_output=strategy)
    )


BARE = json.dumps(VISION)
CALL = ToolCall(id="c", name="submit_dream", malformed=f"```json\n{BARE}\n```")
PAYLOADS = {
    "alone": says(BARE),
    "in a fence": says(f"```json\n{BARE}\n```"),
    "in a fence with words around it": says(f"Here it is:\n\n```\n{BARE}\n```\nMay it please."),
    "encoded twice": says(json.dumps(BARE)),
    "encoded thrice": says(json.dumps(json.dumps(BARE))),
    "with line breaks in a text": says(BARE.replace("brooding", "broo\nding")),
    "a field encoded thrice": submits(themes=json.dumps(json.dumps(json.dumps(VISION["themes"])))),
    "a call with a fence": calls_all(CALL),
    "a call encoded thrice": calls_all(evolve(CALL, malformed=json.dumps(json.dumps(BARE)))),
    "a field that there is not": submits(mood="grim", content_notes=""),
}


@pytest.mark.parametrize("strategy", StructuredOutput)
@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
async def test_what_is_meant_is_taken_at_once(payload, strategy) -> None:
    """Harmless wrapping around valid JSON must not cost a retry."""
    artifact, _ = await serialize(payload, traits=able(strategy))

    assert artifact["themes"] == VISION["themes"]


LOSSES = {
    "refused": says("I cannot help with that.", finish_reason=FinishReason.REFUSED),
    "empty": says("  "),
    "no_payload": says("Here is the plan."),
    "wrong_tool": calls("submit_seed", {"genre": "mystery"}),
    "malformed": calls_all(evolve(CALL, malformed="as you wished")),
}


@pytest.mark.parametrize("rule", LOSSES)
async def test_an_answer_with_nothing_in_it_has_a_name_and_a_next_attempt(rule: str) -> None:
    """An empty answer needs its own error name and a retry without its text."""
    artifact, provider = await serialize(LOSSES[rule], submits())
    assert artifact["genre"] == "mystery"
    retry = provider.requests[3].messages
    assert json.loads(retry[-1].content)["result"] == "tool_error"
    assert ("I cannot help" in str(retry)) is False

    error, _ = await fails(*[LOSSES[rule]] * 3)
    assert rules_of(error) <= {f"lost.{rule}", "lost.malformed"}


async def test_yaml_is_no_answer() -> None:
    """Text in another format, read loosely, would end up in the story unnoticed."""
    text = "\n".join(f"{name}: {json.dumps(value)}" for name, value in VISION.items())
    assert YAML(typ="safe").load(text) == VISION
    error, _ = await fails(*[says(text)] * 3)
    assert rules_of(error) == {"lost.no_payload", "lost.malformed"}


async def test_the_final_error_tells_of_every_attempt() -> None:
    """Authors need every attempt's faults, and can limit attempts to save money."""
    error, _ = await fails(submits(genre="a / b"), submits(genre="a / c"), says("I give up."))

    assert [attempt.number for attempt in error.attempts] == [1, 2, 3]
    words = str(error)
    assert "attempt 1 (inner): genre" in words
    assert "attempt 3" in words
    assert "resume the run dream-1" in words
    assert error.run == "dream-1"

    _, provider = await fails(submits(genre="a / b"), request=evolve(DIRECT, attempts=1))

    assert len(provider.requests) == 3


async def test_a_size_that_the_author_chose_is_not_asked_for() -> None:
    """A field with one legal value costs tokens, and another value a retry. (STG-3.19)"""
    artifact, provider = await serialize(submits(size="long"), request=evolve(DIRECT, size="short"))

    assert artifact["size"] == "short"
    assert "size" not in provider.requests[2].tools[0].parameters["properties"]


async def test_a_model_that_was_given_a_schema_is_not_told_of_a_tool() -> None:
    """Feedback about a tool would confuse a model that has only a schema. (STG-3.2)"""
    bad = json.dumps({**VISION, "genre": "a / b"})
    replies = (says("No JSON."), says(bad), says('{"genre": "noir"}'))
    artifact, provider = await serialize(*replies, traits=able(StructuredOutput.SCHEMA))

    assert artifact["genre"] == "noir"
    for request in provider.requests[3:]:
        assert request.tools == ()
        assert "submit_dream" not in request.messages[-1].content
        assert list(json.loads(request.messages[-1].content))[-1] == "action"
    assert list((provider.requests[4].response_schema or {})["properties"]) == ["genre"]


async def test_what_is_only_too_long_in_the_end_is_cut_and_never_refused() -> None:
    """A text that is only too long must not fail a paid stage; the cut is reported. (STG-3.13)"""
    long = submits(tone="Wry and warm. " * 80)
    workshop = Workshop()
    provider = scripted(long, long, long)
    result = await workshop.run(provider, DIRECT)
    tone = result.artifact.model_dump(mode="json")["tone"]
    assert tone.endswith("Wry and warm.")
    assert 600 < len(tone) <= 750
    assert len(provider.requests) == 5
    (cut,) = (each for each in workshop.events.events if isinstance(each, AnswerCut))
    assert cut.fields == ("tone",)

    error, _ = await fails(*[submits(tone="Wry. " * 200, genre="a / b")] * 3)
    assert {fault.field for fault in error.attempts[-1].faults} == {"genre", "tone"}


async def test_how_long_a_text_may_be_stands_in_its_description() -> None:
    """Providers ignore or reject length limits in schemas, so the description states them."""
    _, provider = await serialize(submits())
    fields = provider.requests[2].tools[0].parameters["properties"]
    assert fields["style"]["description"].endswith("At most 600 characters.")
    assert fields["themes"]["description"].endswith("At most 200 characters each.")
    assert "characters" not in fields["size"]["description"]
