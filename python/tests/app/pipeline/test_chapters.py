"""``qf run --chapter`` makes, plays and corrects a story chapter by chapter."""

import asyncio
from functools import cache

import pytest

from questfoundry.app.pipeline.plan import PlannedAction
from questfoundry.app.project.status import StageState
from questfoundry.domain.errors import InputError, UnreachableError
from questfoundry.domain.remedy import RunPipeline
from questfoundry.domain.story.beat import is_pause
from tests.support.any_story import LongStory


def seam_of(story: LongStory) -> set[str]:
    passages = story.shop.current("grow").data["passages"]
    return {each["id"] for each in passages if is_pause(each.get("ending") or "")}


def page_of(story: LongStory) -> str:
    return (story.folder.read("a-story.html") or b"").decode()


@cache
def first_chapter() -> LongStory:
    """Return a story with its first chapter, made once."""
    story = LongStory()
    asyncio.run(story.run(1))
    return story


@pytest.fixture
def story() -> LongStory:
    return LongStory(like=first_chapter())


async def test_chapter_by_chapter() -> None:
    """A new chapter must not change or pay again for finished chapters. (CHP-4.1)"""
    story = LongStory()
    first = await story.run(1, acts=True, questions=True)
    assert first.ship_result is not None
    assert first.ship_result.report.chapters is not None
    assert (first.ship_result.report.chapters.planned, first.ship_result.report.chapters.of) == (
        1,
        3,
    )
    assert first.next_step == RunPipeline(chapter=2)
    assert story.status.chapters == first.ship_result.report.chapters
    assert {each.state for each in story.status.stages} == {StageState.READY}
    assert '"the_end": "To be continued"' in page_of(story)
    assert (await story.run(1, acts=True)).stage_results == ()

    written, seam = story.prose, seam_of(story)
    second = await story.run(2, acts=True, questions=True)
    assert story.model.sections[0] == "paths.2"
    assert [each.version.stage for each in second.stage_results] == ["seed", "grow", "fill"]
    kept = {name: story.prose[name] for name in written if name not in seam}
    assert kept == {name: written[name] for name in kept}
    titles = {each["id"]: each["title"] for each in story.shop.current("grow").data["passages"]}
    asked = set(story.model.titles)
    assert not asked.intersection(titles[each] for each in kept)


async def test_what_the_author_changed_is_what_it_goes_on_from(story: LongStory) -> None:
    """Edits of chapter 1 must survive when chapter 2 is made."""
    files = story.shop.store.files
    grow = files.read("grow")
    fill = files.read("fill")
    grow["passages"][0]["title"] = "Renamed by Hand"
    own = next(iter(fill["passages"]))
    fill["passages"][own]["prose"] = "Written by hand, and as long as it has to be."
    files.write("grow", grow)
    files.write("fill", fill)
    plan = {each.stage: each.action for each in story.plan.execute(chapter=2).stages}
    assert plan["seed"] == plan["grow"] == plan["fill"] == PlannedAction.CONTINUED
    await story.run(2)
    assert story.shop.current("grow").data["passages"][0]["title"] == "Renamed by Hand"
    assert story.prose[own].startswith("Written by hand")


async def test_it_goes_on_where_it_was_cut_off() -> None:
    """A crash in any stage of a chapter must not cost a second payment."""
    whole = LongStory(like=first_chapter())
    await whole.run(2)
    calls = len(whole.model.requests)
    for breaks in (20, calls - 20):
        story = LongStory(like=first_chapter())
        with pytest.raises(UnreachableError):
            await story.run(2, breaks=breaks)
        before = len(story.model.requests)
        await story.run(2)
        assert len(story.model.requests) + before == calls + 1
        assert story.prose == whole.prose


async def test_all_the_rest_is_made_after_a_cut(story: LongStory) -> None:
    """A resumed run for one chapter must continue to the end if the author now wants all."""
    with pytest.raises(UnreachableError):
        await story.run(2, breaks=5)
    written, seam = story.prose, seam_of(story)
    last = await story.run()
    assert last.next_step is None
    assert story.status.chapters is not None
    assert not story.status.chapters.is_unfinished
    assert last.ship_result is not None
    assert last.ship_result.report.chapters is None
    assert len(last.ship_result.report.endings) > 3
    assert '"the_end": "The end"' in page_of(story)
    assert {name: story.prose[name] for name in written if name not in seam} == {
        name: written[name] for name in written if name not in seam
    }


async def test_a_chapter_that_there_is_not(story: LongStory) -> None:
    """A wrong chapter number must fail before a model is paid."""
    with pytest.raises(InputError, match="no chapter 9"):
        await story.run(9)
