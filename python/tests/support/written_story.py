"""The small story with prose for every passage, and a stage that accepts any prose."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from unittest.mock import patch

from attrs import evolve

from questfoundry.app.stages.descriptions import ShipStage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.composition.registries import stages
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.story import Story
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import Workshop
from tests.support.toy_stage import ToyStage

AT = datetime(2026, 1, 1, tzinfo=UTC)


class Prose(Artifact):
    passages: dict[str, dict[str, str]]


class WrittenStage(ToyStage):
    artifact = Prose

    def __init__(self) -> None:
        super().__init__("fill", needs=("grow",))

    def apply(self, story: Story, artifact: Artifact) -> Story:
        assert isinstance(artifact, Prose)
        return evolve(
            story, prose={name: each["prose"] for name, each in artifact.passages.items()}
        )


def prose_for(story: Story) -> dict[str, str]:
    """Return a sentence for every passage."""
    passages = story.existing_structure.passages
    return {passage.id: f"This happens at {passage.title}." for passage in passages}


async def written() -> Workshop:
    workshop = await made_until("grow")
    stages = [workshop.registry.get(name) for name in workshop.registry.names]
    workshop.registry = StageRegistry([*stages, WrittenStage(), ShipStage()])
    write(workshop.store, prose_for(story_of(workshop)))
    return workshop


def write(store: ProjectStore, prose: dict[str, str]) -> None:
    grow = store.artifacts.current("grow")
    assert grow is not None
    store.artifacts.add(
        "fill",
        {"passages": {name: {"prose": text} for name, text in prose.items()}},
        made_from={"grow": grow.version},
        origin="fill-1",
        created_at=AT,
    )


@contextmanager
def stages_of(workshop: Workshop) -> Iterator[None]:
    """Run ``qf`` with the stages of this project instead of the program's own."""
    with patch.object(stages, "stage_registry", lambda *_: workshop.registry):
        yield
