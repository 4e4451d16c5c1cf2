"""Any plan grown without a model: every section filled with words that keep the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.stage import Section
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.story import Story
from tests.support.stage_runs import shipped_prompts

GROW = GrowStage(shipped_prompts())
FIELDS = {"scenes": "decision", "titles": "title", "labels": "label", "endings": "name"}


def grow_artifact(story: Story, *, scenes: str = "share") -> GrowArtifact:
    """The artifact that GROW makes of the plan; ``scenes`` is what is decided about each."""
    made = {section.name: part for section, part in _made(story, scenes)}
    return GrowArtifact.model_validate(GROW.assemble(story, StageInputs(), made))


def grown(story: Story, *, scenes: str = "share") -> Story:
    """The story after GROW."""
    return GROW.apply(story, grow_artifact(story, scenes=scenes))


def sections_of(story: Story) -> list[tuple[str, tuple[str, ...]]]:
    """The names of the sections, each with the ids that it asks for."""
    return [
        (section.name, next(iter(section.manifest.sections.values())))
        for section, _ in _made(story, "share")
    ]


def _made(story: Story, scenes: str) -> Iterator[tuple[Section, Artifact]]:
    made: dict[str, Artifact] = {}
    while section := GROW.next_section(story, StageInputs(), made):
        part = section.model.model_validate(words_for(section, scenes))
        assert list(section.check(part)) == []
        made[section.name] = part
        yield section, part


def words_for(section: Section, scenes: str) -> dict[str, Any]:
    """An answer that keeps the rules."""
    ((name, ids),) = section.manifest.sections.items()
    field = FIELDS[name]
    words = {each: scenes if name == "scenes" else f"Go {crc32(each.encode())}" for each in ids}
    answer: dict[str, Any] = {name: {each: {field: text} for each, text in words.items()}}
    if name == "endings":
        answer |= {"title": "A Story", "hook": "It begins.", "onward": "Go on"}
    return answer
