"""The author's edits win: the pipeline updates what depends on them and never replaces them."""

import json

import pytest
from attrs import evolve

from questfoundry.app.pipeline.plan import PlannedAction
from questfoundry.app.project.current_versions import KeepUseCase, UndoUseCase
from questfoundry.app.project.status import StageState
from questfoundry.domain.errors import InputError, UnreachableError
from questfoundry.domain.remedy import RunPipeline, SimpleAction
from questfoundry.testing.memory import InMemoryArtifactRepository
from tests.support.finished import (
    NEW,
    STORY,
    add_passage,
    again,
    differing,
    edit,
    finished,
    keep,
    plan,
    prose,
    replace,
    status,
)
from tests.support.novelist import FillWorkshop, Novelist
from tests.support.pipelines import CALLS, Line, Obliging
from tests.support.small_story import TITLES
from tests.support.stage_runs import Ask, one_provider

BELL, INK, BOATS = "The Tide Bell", "Names in Wet Ink", "Chained Boats"
LISTED = {INK: {"people"}, BOATS: {"people"}}
OF_ILK = (BELL, "One Mouthpiece", "Breath by Breath", "The Surface", "The Sergeant's Desk", BOATS)
WITH_ILK = {each: {"moments", "people"} for each in OF_ILK}


@pytest.mark.parametrize(
    ("stage", "old", "new", "offered"),
    [
        ("grow", "Take the last bottle", "Take all the air", {BELL: {"choices"}}),
        ("grow", '"title": "Chained Boats"', '"title": "The Chain"', {"The Chain": {"title"}}),
        ("grow", "The Drowned Ledger", "The Wet Ledger", {}),
        ("seed", "Boats are chained to the quay.", "Boats burn.", {BOATS: {"moments"}}),
        ("seed", '{"decision": "keep"}', '{"decision": "keep", "reason": "Dear to me."}', {}),
        ("fill", "You", "She", {}),
        ("brainstorm", "It names who paid for the flood.", "It is a list.", LISTED),
        ("brainstorm", "Sergeant Ilk", "Sergeant Ulk", WITH_ILK),
    ],
)
async def test_only_the_passages_that_a_change_concerns_are_offered(stage, old, new, offered):
    """A small edit costs nothing, and names the passages that it touches. (PIP-11.1, FIL-11.1)"""
    line = await finished()
    replace(line, old, new, stage)
    before = line.workshop.store.files.read("fill")
    found = plan(line)
    model = await again(line)

    assert model.requests == []
    (planned,) = [each for each in found.stages if each.stage == "fill"]
    assert (planned.action, planned.passages) == (PlannedAction.KEPT, ())
    assert differing(line) == offered
    assert len(planned.differing) == len(offered)
    assert prose(line) == before["passages"]
    assert old not in json.dumps(line.workshop.current(stage).data)


async def test_what_an_update_would_take_is_known_from_before() -> None:
    """Authors want to know the costs of an update before they start it."""
    line = await finished()
    assert all(each.action is PlannedAction.KEPT for each in plan(line).stages)
    edit(line, add_passage)
    found = plan(line)
    (fill,) = found.replaced_stages
    assert (fill.stage, fill.action, fill.changed) == ("fill", PlannedAction.UPDATED, ("grow",))
    assert fill.passages == (NEW,)
    assert found.estimate.calls == 1
    assert found.estimate.usage.total_tokens > 0


async def rename_by_hand(line: Line) -> None:
    replace(line, "keeps its secrets", "keeps Mara's secrets", "dream")
    replace(line, "Mara Voss", "Vera Voss", "brainstorm")
    replace(line, "Mara", "Vera", "brainstorm", "seed")
    replace(line, "Ilk", "Ulk", "seed")
    replace(line, "Chained Boats", "Boats in Chains", "grow")


async def test_what_was_edited_is_not_made_anew_unasked() -> None:
    """Edits are never overwritten without permission. (PIP-11.3, PRJ-8.1)"""
    line = await finished()
    await rename_by_hand(line)
    model = Novelist()
    line.model = model
    with pytest.raises(InputError) as refused:
        await line.run("", end="fill")
    assert refused.value.remedies == (
        SimpleAction.KEEP,
        SimpleAction.PREVIEW,
        RunPipeline(start="brainstorm"),
    )
    edited = {stage: line.workshop.current(stage).data for stage in STORY}
    assert model.requests == []
    assert plan(line).replaced_edits == ("brainstorm", "seed", "grow")

    assert keep(line) == STORY[1:]
    assert (await again(line)).requests == []
    assert {stage: line.workshop.current(stage).data for stage in STORY} == edited
    assert {each.state for each in status(line).execute().stages} == {StageState.READY}


async def test_edits_may_be_replaced_where_the_author_says_so() -> None:
    """An author who wants a fresh version must be able to replace edits. (PIP-11.3)"""
    line = Line()
    await line.run()
    line.edit("dream", tone="wry")
    line.edit("toy", word="ebb")
    with pytest.raises(InputError):
        await line.run()
    await line.run(replace_edits=True)
    assert line.versions == [2, 3, 1]
    line.edit("toy", word="ebb")
    await line.run("", start="toy")
    assert line.versions == [2, 5, 2]


async def test_nothing_is_paid_before_what_comes_later_is_found_to_be_edited() -> None:
    """The pipeline must find edits in later stages before it pays for earlier stages. (PIP-11.3)"""
    line = Line()
    await line.run()
    line.edit("last", word="mine")
    line.edit("dream", tone="wry")
    with pytest.raises(InputError):
        await line.run()
    assert line.versions == [2, 1, 2]


async def test_a_change_that_is_taken_back_makes_nothing_stale() -> None:
    """Taking back an edit must not leave stages stale that would cost money."""
    line = await finished()
    for _ in range(2):
        replace(line, "Take the last bottle", "Take all the air", "grow")
        line.workshop.sync()
        assert differing(line) == {BELL: {"choices"}}
        replace(line, "Take all the air", "Take the last bottle", "grow")
        assert differing(line) == {}
    UndoUseCase(store=line.workshop.store).execute("grow")
    assert differing(line) == {BELL: {"choices"}}


async def test_prose_that_is_missing_cannot_be_kept() -> None:
    """Accepting the rest must not hide that a passage has no prose."""
    line = await finished()
    replace(line, "passage::the-drowned-ledger-default-epilogue-1", "passage::the-end", "grow")
    keep(line)
    fill = status(line).get_stage("fill")
    assert (fill.state, fill.passages) == (StageState.STALE, ("passage::the-end",))


async def test_prose_that_was_found_is_not_replaced_unasked() -> None:
    """Prose of unknown origin may be the author's own, so it stays. (PIP-11.3)"""
    line = await finished()
    clone = await FillWorkshop.made()
    clone.workshop.store = evolve(line.workshop.store, artifacts=InMemoryArtifactRepository())
    line.workshop = clone.workshop
    FillWorkshop(line.workshop, concurrency=1)
    line.workshop.sync()
    before = prose(line)
    replace(line, "Take the last bottle", "Take all the air", "grow")
    edit(line, add_passage)
    model = await again(line)
    assert model.titles == ["The Wreck"]
    assert before.items() <= prose(line).items()
    assert (await again(line)).requests == []


async def test_an_update_has_no_discussion_and_is_redone_from_the_one_before() -> None:
    """A rerun after an update needs the discussion of the last full run."""
    line = await finished()
    talks = line.workshop.run_stage(one_provider(Novelist()))
    await talks.execute("fill", Ask(redo="Less fog."))
    replace(line, "Take the last bottle", "Take all the air", "grow")
    await again(line)
    model = Novelist()
    fill = line.workshop.run_stage(one_provider(model))
    await fill.execute("fill", Ask(redo="More fog."))
    assert "Short words, wet things." in str(model.requests[0].messages)


async def test_an_edited_voice_outlives_another_vision() -> None:
    """The author's voice must survive a change of the vision."""
    line = await finished()
    replace(line, "trade words of divers and clerks", "my own words", "fill")
    replace(line, "keeps its secrets", "keeps all secrets", "dream")
    plan(line)
    for stage in ("brainstorm", "seed", "grow"):
        shop = line.workshop
        KeepUseCase(
            registry=shop.registry, store=shop.store, prompts=shop.prompts, status=status(line)
        ).execute(stage)
    assert (await again(line)).requests == []
    assert differing(line) == {each: {"vision"} for each in TITLES.values()}
    assert line.workshop.current("fill").data["voice"]["diction"] == "my own words"


@pytest.mark.parametrize("breaks", range(1, 2 * CALLS + 1))
async def test_the_same_request_for_all_anew_goes_on_where_it_was_cut_off(breaks: int) -> None:
    """A repeated command after a crash must not pay again for finished stages."""
    line = Line()
    await line.run()
    for anew in (2, 3):
        line.model = Obliging(breaks=breaks)
        with pytest.raises(UnreachableError):
            await line.run("", start="toy")
        broken, line.model = line.model, Obliging()
        await line.run("", start="toy")
        assert line.versions == [1, anew, anew]
        assert len(broken.requests[:-1]) + len(line.model.requests) == 2 * CALLS


LINE_IS_DEAD = UnreachableError("The line is dead. Plug it in.")


async def regenerate(line: Line, model: Novelist | None = None) -> Novelist:
    line.model = model or Novelist()  # type: ignore[assignment]
    await line.run("", start="fill", end="fill")
    return line.model  # type: ignore[return-value]


async def test_prose_that_is_regenerated_is_asked_for_again_and_resumes_only_its_own_calls() -> (
    None
):
    """An author who regenerates wants other prose, and must not pay for it twice. (PIP-3.1)"""
    line = await finished()
    whole = len((await regenerate(line)).requests)
    assert (line.workshop.current("fill").version, line.turns["fill"].earlier_version) == (2, 1)

    cut_off = Novelist({"Low Water": [LINE_IS_DEAD]})
    with pytest.raises(UnreachableError):
        await regenerate(line, cut_off)
    resumed = await regenerate(line)
    assert 0 < len(cut_off.requests) - 1 == whole - len(resumed.requests)
    assert len((await regenerate(line)).requests) == whole


async def test_an_update_that_was_cut_off_does_not_replace_a_regeneration() -> None:
    """An unfinished update keeps most prose, but the author asked for all of it. (PIP-3.1)"""
    line = await finished()
    edit(line, add_passage)
    line.model = Novelist({"The Wreck": [LINE_IS_DEAD]})  # type: ignore[assignment]
    with pytest.raises(UnreachableError):
        await line.run("", end="fill")
    assert {*(await regenerate(line)).titles} == {*TITLES.values(), "The Wreck"}
