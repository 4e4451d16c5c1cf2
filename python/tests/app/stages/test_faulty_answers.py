"""Each kind of faulty answer gets its own feedback, and only its section is asked again."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.errors import ConversationError, UnreachableError
from tests.support.examples import examples
from tests.support.faulty_model import FAULTS, FaultyModel
from tests.support.small_story import (
    DILEMMAS,
    ENTITIES,
    GROW_SECTIONS,
    SECTIONS,
    grow_script,
    made_until,
    seed_script,
)
from tests.support.stage_runs import Ask, Workshop, one_provider

STAGES: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {
    "brainstorm": ("dream", {"entities": ENTITIES, "dilemmas": DILEMMAS}),
    "seed": ("brainstorm", SECTIONS),
    "grow": ("seed", GROW_SECTIONS),
}
"""For each stage: the previous stage, and the sections of the stage."""


async def run(workshop: Workshop, stage: str, model: FaultyModel, request: Ask) -> Any:
    """Return the data of the artifact, or the error."""
    use_case = workshop.run_stage(one_provider(model.provider()))
    try:
        result = await use_case.execute(stage, request)
    except ConversationError as error:
        return error
    return result.version.data


def assert_right_help(model: FaultyModel) -> None:
    """Check that each fault appears in the next request of its section, and only there."""
    for place, (asked, after) in enumerate(pairwise(model.asked)):
        fault = asked.fault
        if fault is None or fault.accepted:
            assert len(after.request.messages) == 2
            continue
        assert after.section == asked.section
        said = after.request.messages[-1].content
        # A retry of a part may still show the previous fault at the same place.
        is_part = len(asked.request.messages) > 2
        assert [words for words in fault.told[: 1 if is_part else None] if words not in said] == []
        if fault.asks_afresh:
            before = [each.request for each in model.asked[: place + 1]]
            assert after.request.messages in [request.messages for request in before]
            assert (after.request.max_tokens or 0) > (asked.request.max_tokens or 0)


CASES = [
    ("seed", "entities", "forgets"),
    ("seed", "entities", "invents"),
    ("seed", "dilemmas", "leaves_field"),
    ("seed", "dilemmas", "doubles"),
    ("seed", "dilemmas", "empties"),
    ("seed", "dilemmas", "encodes_twice"),
    ("seed", "paths", "forgets"),
    ("seed", "paths", "invents"),
    ("seed", "paths", "empties"),
    ("seed", "paths", "other_stage"),
    ("seed", "beats.dilemma::the-last-air", "forgets"),
    ("seed", "beats.dilemma::the-last-air", "swaps"),
    ("seed", "beats.dilemma::the-last-air", "truncates"),
    ("seed", "frame", "swaps"),
    ("seed", "frame", "empties"),
    ("seed", "frame", "talks"),
    ("grow", "titles.1", "forgets"),
    ("grow", "titles.2", "invents"),
    ("grow", "labels.1", "truncates"),
    ("grow", "labels.1", "forgets"),
    ("grow", "frame", "talks"),
    ("brainstorm", "entities", "doubles"),
    ("brainstorm", "entities", "breaks_json"),
    ("brainstorm", "dilemmas", "empties"),
    ("brainstorm", "dilemmas", "truncates"),
]


@pytest.mark.parametrize(("stage", "section", "fault"), CASES)
async def test_one_fault_is_told_and_mended_in_its_section(stage, section, fault) -> None:
    """Wrong feedback, or a request for the wrong section, wastes paid calls. (SED-6.6)"""
    before, sections = STAGES[stage]
    model = FaultyModel(stage, sections, {section: [fault]})
    clean = (await made_until(stage)).current(stage)

    assert await run(await made_until(before), stage, model, Ask()) == clean.data
    made = next(asked.fault for asked in model.asked if asked.fault is not None)
    again = [asked.section for asked in model.asked]
    again.remove(section) if not made.accepted else None
    assert again == list(sections)
    assert_right_help(model)


plans = st.dictionaries(
    st.sampled_from(range(6)),
    st.lists(st.sampled_from(sorted(FAULTS)), min_size=1, max_size=4),
    min_size=1,
    max_size=3,
)


@given(stage=st.sampled_from(sorted(STAGES)), plan=plans)
@examples(60)
async def test_any_faults_end_in_the_artifact_or_in_one_error_that_tells_all(stage, plan) -> None:
    """No mix of faults may crash a stage or lose valid sections. (SED-6.6)"""
    before, sections = STAGES[stage]
    names = list(sections)
    faults = {names[place % len(names)]: made for place, made in plan.items()}
    model = FaultyModel(stage, sections, faults)
    clean = (await made_until(stage)).current(stage)
    workshop = await made_until(before)

    outcome = await run(workshop, stage, model, Ask())

    assert_right_help(model)
    order = list(dict.fromkeys(asked.section for asked in model.asked))
    assert order == names[: len(order)]
    if not isinstance(outcome, ConversationError):
        assert outcome == clean.data
        return
    last = [asked for asked in model.asked if asked.section == order[-1]]
    assert outcome.section == order[-1]
    assert [attempt.number for attempt in outcome.attempts] == list(range(1, len(last) + 1))
    assert 2 <= len(last) <= 3
    for attempt in outcome.attempts:
        assert f"attempt {attempt.number} (" in str(outcome)

    sound = FaultyModel(stage, sections, {}, begin=outcome.section)
    assert await run(workshop, stage, sound, Ask(resume=f"{stage}-1")) == clean.data
    assert [asked.section for asked in sound.asked] == names[names.index(outcome.section) :]


async def test_the_same_faults_are_judged_alike() -> None:
    """Feedback must be deterministic, or recordings do not replay. (SED-6.6)"""
    faults = {"entities": ["forgets", "talks"], "frame": ["truncates"]}
    models = [FaultyModel("seed", SECTIONS, faults) for _ in range(2)]
    for model in models:
        await run(await made_until("brainstorm"), "seed", model, Ask())

    one, other = ([asked.request for asked in model.asked] for model in models)
    assert one == other


@pytest.mark.parametrize(
    ("before", "stage", "call"),
    [
        *(("brainstorm", "seed", call) for call in range(8)),
        *(("seed", "grow", call) for call in range(4)),
    ],
)
async def test_an_interrupted_run_goes_on_with_the_section_it_stopped_in(before, stage, call):
    """Finished sections are paid for, so they are not asked for again. (STG-4.1)"""
    script = seed_script() if stage == "seed" else grow_script()
    workshop = await made_until(before)
    _, use_case = workshop.scripted([*script[:call], UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await use_case.execute(stage, Ask())

    provider, again = workshop.scripted(script[call:])
    result = await again.execute(stage, Ask(resume=f"{stage}-1"))

    assert len(provider.requests) == len(script) - call
    assert result.version.data == (await made_until(stage)).current(stage).data
