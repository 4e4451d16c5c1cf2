"""Tests that the requests of BRAINSTORM, SEED and GROW keep the rules for prompts."""

import json
import re
from typing import Any

import pytest

from questfoundry.app.phases.stage_prompts import get_brief_marker
from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.traits import (
    LARGE_WINDOW,
    Capabilities,
    ModelTraits,
    Phase,
    Profile,
    PromptStyle,
    StructuredOutput,
)
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, says
from tests.docs.test_prompts import COUNTED, EXTRACTING, GLUED, LOOPING, MARKUP, ends, read_of
from tests.support.faulty_model import FAULTS, FaultyModel
from tests.support.novelist import FillWorkshop
from tests.support.small_story import (
    AIR,
    GROW_SECTIONS,
    IDS,
    LEDGER,
    SCRIPTS,
    SECTIONS,
    grow_script,
    made_until,
)
from tests.support.stage_runs import Ask, one_provider, shipped_prompts

BEFORE = {"brainstorm": "dream", "seed": "brainstorm", "grow": "seed"}
STAGES = tuple(BEFORE)


def model(
    stage: str, structured_output: StructuredOutput, style: PromptStyle, replies: list[Reply]
) -> Any:
    """Return a model that knows the small story and answers in the form that its traits demand."""
    traits = ModelTraits(
        capabilities=Capabilities(context_window=32_768, json_schema=True),
        profile=Profile(structured_output=structured_output, prompt_style=style),
    )
    if structured_output is StructuredOutput.SCHEMA:
        replies = [
            says(json.dumps(dict(reply.tool_calls[0].arguments)))
            if isinstance(reply, ChatResponse) and reply.tool_calls
            else reply
            for reply in replies
        ]
    return ScriptedChatProvider(replies, traits=traits)


async def asked(
    stage: str,
    *,
    interactive: bool = False,
    structured_output: StructuredOutput = StructuredOutput.TOOL,
    style: PromptStyle = PromptStyle.FULL,
) -> list[ChatRequest]:
    """Return all requests of a run of the stage."""
    workshop = await made_until(BEFORE[stage])
    replies = SCRIPTS[stage]() if interactive or stage != "grow" else grow_script()
    provider = model(stage, structured_output, style, replies)
    run = workshop.run_stage(
        PhaseProviders(discuss=provider, summarize=provider, serialize=provider)
    )
    author = ScriptedAuthor(["/done"]) if interactive else None
    await run.execute(stage, Ask(interactive=interactive, author=author))
    requests: list[ChatRequest] = provider.requests
    return requests


@pytest.mark.parametrize("style", PromptStyle)
@pytest.mark.parametrize("structured_output", StructuredOutput)
@pytest.mark.parametrize("interactive", [True, False])
@pytest.mark.parametrize("stage", STAGES)
async def test_everything_is_filled_and_nothing_loops_or_extracts(
    stage: str, interactive: bool, structured_output: StructuredOutput, style: PromptStyle
) -> None:
    for request in await asked(
        stage, interactive=interactive, structured_output=structured_output, style=style
    ):
        for text in read_of(request):
            for wrong in (MARKUP, LOOPING, EXTRACTING, GLUED, COUNTED):
                assert not wrong.search(text), text
            assert "None" not in text.split(), text


@pytest.mark.parametrize("stage", STAGES)
async def test_the_same_inputs_give_the_same_bytes(stage: str) -> None:
    """A clock or a random id in a prompt would make replays and caches useless."""
    assert await asked(stage) == await asked(stage)


@pytest.mark.parametrize("structured_output", StructuredOutput)
async def test_ids_and_their_count_stand_at_both_ends(structured_output: StructuredOutput) -> None:
    """Models forget ids in the middle of a prompt, so the count appears at both ends."""
    seed = await asked("seed", structured_output=structured_output)
    ids = [IDS, (AIR, LEDGER), tuple(SECTIONS["paths"]["paths"])]
    ids += [tuple(SECTIONS[f"beats.{each}"]["paths"]) for each in (AIR, LEDGER)]
    grow = await asked("grow", structured_output=structured_output)
    of_grow = [tuple(each[next(reversed(each))]) for each in GROW_SECTIONS.values()]
    for request, wanted in (*zip(seed[2:], ids, strict=False), *zip(grow, of_grow, strict=True)):
        told = request.messages[-1].content
        data, _, task = told.partition("# Your task")
        reminder = next(each for each in reversed(task.splitlines()) if "EVERY" in each)
        assert f"EXACTLY {len(wanted)}" in reminder
        assert str(len(wanted)) in task.removesuffix(reminder)
        assert [each for each in wanted if f"{each} = " not in data] == []


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("structured_output", StructuredOutput)
async def test_both_ends_say_how_to_answer(stage: str, structured_output: StructuredOutput) -> None:
    word = f"submit_{stage}" if structured_output is StructuredOutput.TOOL else "JSON object"
    requests = await asked(stage, interactive=True, structured_output=structured_output)
    for request in requests[2:]:
        system, *_, user = (message.content for message in request.messages)
        assert word in system
        assert word in user.partition("# Your task")[2]


@pytest.mark.parametrize(
    ("stage", "interactive"),
    [*((each, True) for each in STAGES), ("brainstorm", False), ("seed", False)],
)
async def test_discuss_and_summarize_say_how_many(stage: str, interactive: bool) -> None:
    discuss, summarize, *_ = await asked(stage, interactive=interactive)
    system, opening = (message.content for message in discuss.messages)
    assert ("ready_to_summarize()" in system) == interactive
    counted = {
        "brainstorm": ["4 to 6 entities", "2 dilemmas"],
        "seed": ["5 entities", "2 dilemmas", "keep 4 to 5"],
        "grow": ["13 passages", "4 choices", "3 endings"],
    }
    assert [words for words in counted[stage] if words not in system] == []
    if stage == "seed":
        told = summarize.messages[-1].content
        assert re.findall(r"EVERY (\w+) below, EXACTLY (\d)", told) == [
            ("entity", "5"),
            ("dilemma", "2"),
        ]
        for part in (told, opening):
            assert [each for each in (*IDS, AIR, LEDGER) if each not in part] == []
        assert "EVERY id" in summarize.messages[0].content
        assert "EVERY id" in told.splitlines()[-1]


@pytest.mark.parametrize("stage", [*STAGES, "fill"])
async def test_a_brief_that_is_asked_for_at_once_is_asked_for_in_full(stage: str) -> None:
    """A combined request must lose no instruction of Summarize. (STG-11.1)"""
    fill = stage == "fill"
    workshop = (await FillWorkshop.made()).workshop if fill else await made_until(BEFORE[stage])
    provider = ScriptedChatProvider(
        [], traits=ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
    )
    condensed = StageInputs(phases=PhaseMode.CONDENSED)
    shown = [
        workshop.preview(provider).execute(stage, phase, condensed).request.messages
        for phase in (Phase.DISCUSS, Phase.SUMMARIZE)
    ]
    discuss, (_, *talk, summarize) = shown
    mark = get_brief_marker(shipped_prompts())

    for part in (*ends(discuss[0].content), discuss[-1].content.splitlines()[-1]):
        assert mark in part
    asked = discuss[-1].content.partition(f"Below the line {mark}")[2]
    for counted in re.findall(r"EVERY|EXACTLY \d+|\d+ to \d+ \w+|in English", summarize.content):
        assert counted in asked
    assert "EVERY" not in summarize.content or "EVERY" in asked.splitlines()[-1]
    assert not re.search(r"^- \w+::", asked, re.MULTILINE)
    assert mark not in summarize.content
    assert talk[0].content == discuss[-1].content
    for text in (message.content for message in discuss):
        for wrong in (MARKUP, LOOPING, EXTRACTING, GLUED, COUNTED):
            assert not wrong.search(text), text


@pytest.mark.parametrize("fault", sorted(FAULTS))
async def test_no_feedback_loops_or_is_left_unfilled(fault: str) -> None:
    faulty = FaultyModel("seed", SECTIONS, dict.fromkeys(SECTIONS, (fault,)))
    workshop = await made_until("brainstorm")
    await workshop.run_stage(one_provider(faulty.provider())).execute("seed", Ask())

    assert any(asked.fault for asked in faulty.asked)
    for each in faulty.asked:
        for message in each.request.messages:
            assert not LOOPING.search(message.content)
            assert not re.search(r"\{[a-z_]+\}|\{\{|\{%", message.content)
