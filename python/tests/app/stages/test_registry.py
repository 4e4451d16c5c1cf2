"""The registry of stages, and the story that it builds from their artifacts."""

from tests.support.small_story import made_until


async def test_the_artifacts_are_applied_again_only_after_a_change() -> None:
    """The state of a project is needed many times, and a long story takes seconds to build."""
    workshop = await made_until("seed")
    registry, artifacts = workshop.registry, workshop.store.artifacts
    story = registry.story(artifacts)
    assert registry.story(artifacts) is story
    vision = artifacts.current("dream").data
    changed = registry.story(artifacts, changed={"dream": {**vision, "tone": "merry"}})
    assert changed.vision.tone == "merry"
    assert story.vision.tone != "merry"
