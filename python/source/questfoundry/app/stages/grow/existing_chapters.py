"""The chapters that are woven already, as the author left them: what GROW goes on from."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from questfoundry.app.stages.grow.apply import apply_grow, structure_of
from questfoundry.app.stages.section import SectionResults
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.story.chapter import is_pause
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import read_plans
from questfoundry.domain.weaving.weave import count_woven_chapters

BEFORE = "before"
"""Under which name the artifact stands among the sections that are made."""


def existing_artifact(results: SectionResults) -> GrowArtifact | None:
    """The artifact that is gone on from; ``None`` where all is woven now."""
    found: Artifact | None = results.get(BEFORE)
    return found if isinstance(found, GrowArtifact) else None


def existing_structure(results: SectionResults) -> Structure | None:
    """Its structure; what all its only ways on say stays out of it."""
    grow = existing_artifact(results)
    return structure_of(grow.model_copy(update={"onward": ""})) if grow else None


def existing_passage_ids(results: SectionResults) -> frozenset[str]:
    """The passages of it that nothing is added to: all but those at which it pauses."""
    grow = existing_artifact(results)
    return frozenset(
        each.id for each in (grow.passages if grow else ()) if not is_pause(each.ending or "")
    )


def count_existing_chapters(story: Story, results: SectionResults) -> int:
    """How many chapters of the story it tells."""
    woven = existing_structure(results)
    return count_woven_chapters(woven, read_plans(story)) if woven else 0


def add_existing_chapters(story: Story, results: SectionResults) -> Story:
    """The plan, with the moments and marks that are told already beside it."""
    grow = existing_artifact(results)
    if grow is None:
        return story
    existing = apply_grow(story, grow)
    beat_ids = {beat.id for beat in existing.beats}
    rest = (beat for beat in story.beats if beat.id not in beat_ids)
    return evolve(
        story,
        beats=(*existing.beats, *rest),
        choice_flags=existing.choice_flags,
        clues=existing.clues,
    )


def compute_share(whole: int, story: Story, before: int) -> int:
    """Of what the whole story has of something, how much belongs to the chapters woven now."""
    count = len(story.chapters)
    planned = sum(bool(each.setup) for each in story.chapters)
    return whole * planned // count - whole * before // count if count else whole


def can_continue(grow: GrowArtifact, story: Story) -> bool:
    """Whether the story is planned further than it is woven, and can be woven on from there."""
    pauses = any(is_pause(each.ending or "") for each in grow.passages)
    results: Mapping[str, Artifact] = {BEFORE: grow}
    return pauses and 0 < count_existing_chapters(story, results) < len(read_plans(story))
