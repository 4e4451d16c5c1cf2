"""Any faulty answer becomes valid within three attempts, if the model corrects what is asked."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from attrs import evolve
from ruamel.yaml import YAML

from questfoundry.app.phases.repair_request import MAX_ID_WORDS
from questfoundry.app.phases.serialize import Serialize, SerializeResult
from questfoundry.domain.answer.feedback import MAX_ALIKE
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.models.traits import Capabilities, ModelTraits, Profile, StructuredOutput
from questfoundry.testing.scripted import (
    RecordingEventSink,
    Reply,
    ScriptedChatProvider,
    calls,
    calls_all,
    says,
)
from tests.support.long_sections import (
    BRIEF,
    FAULTS,
    Answer,
    LongSection,
    corrected,
    long_sections,
    with_faults,
)

UNASKED = {
    "unknown field, deep",
    "reference: a name",
    "reference: deep, a name",
    "reference: names everywhere",
}
"""Faults that code corrects without another request."""


def reply(section: LongSection, answer: Answer) -> Callable[[ChatRequest], ChatResponse]:
    """Return a model that gives the requested part of ``answer``, as tool call or as text."""

    def given(request: ChatRequest) -> ChatResponse:
        schema = request.response_schema
        if schema is None:
            schema = request.tools[0].parameters
        part = corrected(answer, schema)
        if request.tools:
            return calls(section.tool.name, part)
        return says(json.dumps(part))

    return given


async def serialized(
    section: LongSection, strategy: StructuredOutput, replies: list[Reply]
) -> tuple[SerializeResult, ScriptedChatProvider]:
    traits = ModelTraits(
        capabilities=Capabilities(json_schema=True, context_window=65_536),
        profile=Profile(structured_output=strategy),
    )
    provider = ScriptedChatProvider(replies, traits=traits)
    serialize = Serialize(
        model=provider,
        finalization=section.tool,
        events=RecordingEventSink(),
        run="dream-1",
        brief=BRIEF,
    )
    return await serialize.run(lambda _: section.messages), provider


@pytest.mark.parametrize("strategy", StructuredOutput)
@pytest.mark.parametrize("fault", FAULTS)
async def test_one_correction_mends_every_fault(fault: str, strategy: StructuredOutput) -> None:
    """A retry that hides part of a fault would need more than one correction."""
    place, breaks = FAULTS[fault]
    section = long_sections()[place]
    wrong = with_faults(section.answer, breaks)
    right = reply(section, section.answer)

    done, provider = await serialized(section, strategy, [reply(section, wrong), right])

    assert done.artifact == section.tool.validate(section.answer)
    assert len(provider.requests) == (1 if fault in UNASKED else 2)


@pytest.mark.parametrize("fault", sorted(set(FAULTS) - UNASKED))
async def test_a_model_that_first_repeats_itself_is_right_at_the_third_try(fault: str) -> None:
    """A model that repeats its fault gets a third attempt with the other output strategy."""
    place, breaks = FAULTS[fault]
    section = long_sections()[place]
    wrong = reply(section, with_faults(section.answer, breaks))
    right = reply(section, section.answer)

    done, provider = await serialized(section, StructuredOutput.TOOL, [wrong, wrong, right])

    assert done.artifact == section.tool.validate(section.answer)
    assert provider.requests[2].response_schema is not None


def malformed(text: str) -> ChatResponse:
    return calls_all(ToolCall(id="c", name="submit_seed", malformed=text))


def to_yaml(value: Any) -> str:
    """Return ``value`` as the YAML that a model would write."""
    out = StringIO()
    YAML().dump(value, out)
    return out.getvalue()


LOSSES: dict[str, Callable[[Any], ChatResponse]] = {
    "cut off": lambda text: says(text[:99], finish_reason=FinishReason.LENGTH),
    "no call": lambda _: says("Here are the beats, as you wished."),
    "another tool": lambda _: calls("submit", {"beats": "as you wished"}),
    "empty": lambda _: says(""),
    "refused": lambda _: says("I cannot do that.", finish_reason=FinishReason.REFUSED),
    "broken": lambda _: malformed("the beats, as you wished"),
    "yaml": lambda text: says(to_yaml(json.loads(text))),
}


@pytest.mark.parametrize("strategy", StructuredOutput)
@pytest.mark.parametrize("loss", LOSSES)
async def test_every_loss_and_a_fault_end_well(loss: str, strategy: StructuredOutput) -> None:
    """A lost answer next to a faulty answer must not use up all attempts; YAML is lost, too."""
    section = long_sections()["beats"]
    wrong = reply(section, with_faults(section.answer, FAULTS["reference: deep, invented"][1]))
    right = reply(section, section.answer)
    lost = LOSSES[loss](json.dumps(section.answer))

    for before in ([lost, wrong], [wrong, lost], [lost, lost]):
        done, _ = await serialized(section, strategy, [*before, right])
        assert done.attempts == 3
        assert done.artifact == section.tool.validate(section.answer)


async def test_a_correction_may_come_as_text_too() -> None:
    """Some models answer a retry in text; the correction must still join the valid rest."""
    section = long_sections()["beats"]
    wrong = reply(section, with_faults(section.answer, FAULTS["deep: missing"][1]))
    called = reply(section, section.answer)

    def as_text(request: ChatRequest) -> ChatResponse:
        [call] = called(request).tool_calls
        return says(f"```json\n{json.dumps(dict(call.arguments))}\n```")

    done, _ = await serialized(section, StructuredOutput.TOOL, [wrong, as_text])
    assert done.artifact == section.tool.validate(section.answer)
    assert evolve(done, attempts=2) == done


LISTED, CHOSEN = "object::old-name-22", "faction::old-name-23"
"""Allowed ids that the answer does not use."""


async def test_where_only_ids_are_wrong_the_plan_is_not_sent_again() -> None:
    """Correcting ids needs no brief, but writing content does."""
    section = long_sections()["beats"]
    wrong = reply(section, with_faults(section.answer, FAULTS["reference: invented everywhere"][1]))
    right = reply(section, section.answer)

    _, provider = await serialized(section, StructuredOutput.TOOL, [wrong, right])

    first, again = provider.requests
    assert BRIEF in first.messages[1].content
    assert BRIEF not in again.messages[1].content
    [known] = [each for each in again.messages[1].content.split("\n") if each.startswith(CHOSEN)]
    assert len(known.split()) <= MAX_ID_WORDS + 1
    issues = json.loads(again.messages[-1].content)["issues"]["invalid"]
    assert len(issues) == 2 * MAX_ALIKE + 1
    assert CHOSEN not in again.messages[-1].content

    breaks = [FAULTS[name][1] for name in ("reference: invented", "deep: missing")]
    right = reply(section, section.answer)

    _, provider = await serialized(
        section,
        StructuredOutput.TOOL,
        [reply(section, with_faults(section.answer, *breaks)), right],
    )

    assert BRIEF in provider.requests[1].messages[1].content


@pytest.mark.parametrize("place", long_sections())
def test_feedback_on_a_wrong_container_shows_an_example(place: str) -> None:
    """A model that sent text instead of objects needs to see an object. (FBK-2.4)"""
    section = long_sections()[place]
    for name, value in section.answer.items():
        if isinstance(value, dict | list) and value:
            faults = section.tool.validate({**section.answer, name: "nonsense"})
            assert isinstance(faults, tuple)
            (fault,) = (each for each in faults if each.field == name)
            assert ", e.g. " in fault.requirement, (name, fault.requirement)


async def test_a_list_of_ids_in_a_retry_has_the_lines_of_its_ids() -> None:
    """A list of ids that the request nowhere explains is a riddle. (FBK-4.3)"""
    section = long_sections()["beats"]
    # The list stands below the line of an id that only the task names.
    listed = f"{LISTED} = Old Name 22.\n- Each of these occurs in at least one beat: {CHOSEN}"
    listed += f"\n\nBegin at {LISTED}."
    plan = evolve(section.messages[-1], content=f"{section.messages[-1].content}\n\n{listed}")
    long = evolve(section, messages=(*section.messages[:-1], plan))
    wrong = reply(long, with_faults(long.answer, FAULTS["deep: missing"][1]))

    _, provider = await serialized(long, StructuredOutput.TOOL, [wrong, reply(long, long.answer)])

    again = provider.requests[1].messages[1].content.split("\n")
    assert "Each of these" in "\n".join(again)
    assert any(each.startswith(f"{CHOSEN} = ") for each in again)
