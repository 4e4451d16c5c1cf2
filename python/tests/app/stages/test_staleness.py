"""Stages that use the artifact of another stage if the story has it."""

from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.staleness import find_stale_stages
from tests.support.small_story import made_until, make, story_workshop, talk
from tests.support.stage_runs import Ask, Workshop
from tests.support.toy_stage import ToyStage


async def with_added_stage() -> Workshop:
    """Return a story with BRAINSTORM, which uses the stage "toy" that comes before it."""
    workshop = await made_until("brainstorm")
    dream, brainstorm, *others = story_workshop().registry.artifacts
    brainstorm.uses = ("toy",)
    toy = ToyStage("toy", needs=("dream",))
    workshop.registry = StageRegistry([dream, toy, brainstorm, *others])
    return workshop


async def say(workshop: Workshop, word: str) -> None:
    await workshop.run_script(talk("toy", {"word": word}), Ask(), "toy")


async def test_an_added_stage_breaks_no_story_from_before() -> None:
    """A stage that is added to the program must not make every existing story unfinished."""
    workshop = await with_added_stage()
    await make(workshop, "brainstorm")
    assert workshop.current("brainstorm").made_from == {"dream": 1}
    assert find_stale_stages(workshop.registry, workshop.store) == ()


async def test_a_change_of_the_added_stage_counts_once_it_was_used() -> None:
    """A stage must follow the artifacts that it used. (PRJ-1.3)"""
    workshop = await with_added_stage()
    await say(workshop, "wry")
    await make(workshop, "brainstorm")
    assert workshop.current("brainstorm").made_from == {"dream": 1, "toy": 1}
    await say(workshop, "bleak")
    assert find_stale_stages(workshop.registry, workshop.store) == ("brainstorm",)
