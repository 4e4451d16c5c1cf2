"""Any plan grown without a model: every section filled with words that keep the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal
from zlib import crc32

from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.stage import Section
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.story import Story
from tests.support.stage_runs import shipped_prompts

GROW = GrowStage(shipped_prompts())
FIELDS = {"titles": "title", "labels": "label", "endings": "name"}

Hours = Literal["one", "each"]


def grow_artifact(story: Story, *, hours: Hours = "one") -> GrowArtifact:
    """The artifact that GROW makes of the plan; ``hours`` is one for all moments, or one each."""
    made = {section.name: part for section, part in _made(story, hours)}
    return GrowArtifact.model_validate(GROW.assemble(story, StageInputs(), made))


def grown(story: Story, *, hours: Hours = "one") -> Story:
    """The story after GROW."""
    return GROW.apply(story, grow_artifact(story, hours=hours))


def sections_of(story: Story) -> list[tuple[str, tuple[str, ...]]]:
    """The names of the sections, each with the ids that it asks for."""
    return [
        (section.name, next(iter(section.manifest.sections.values())))
        for section, _ in _made(story, "one")
    ]


def _made(story: Story, hours: Hours) -> Iterator[tuple[Section, Artifact]]:
    made: dict[str, Artifact] = {}
    while section := GROW.next_section(story, StageInputs(), made):
        part = section.model.model_validate(words_for(section, hours))
        assert list(section.check(part)) == []
        made[section.name] = part
        yield section, part


def at(time: int, when: str = "Some day") -> dict[str, Any]:
    """A time in hours as a model hands it in."""
    return {"day": 1 + time // 24, "hour": time % 24, "when": when}


def words_for(section: Section, hours: Hours) -> dict[str, Any]:
    """An answer that keeps the rules."""
    ((name, ids),) = section.manifest.sections.items()
    if name == "scenes":
        return {name: {each: at(n if hours == "each" else 0) for n, each in enumerate(ids)}}
    field = FIELDS[name]
    words = {each: f"Go {crc32(each.encode())}" for each in ids}
    answer: dict[str, Any] = {name: {each: {field: text} for each, text in words.items()}}
    if name == "endings":
        answer |= {"title": "A Story", "hook": "It begins.", "onward": "Go on"}
    return answer
