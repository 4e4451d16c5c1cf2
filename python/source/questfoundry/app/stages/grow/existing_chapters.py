"""Chapters that are woven already, with the author's edits; GROW adds new chapters to them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from questfoundry.app.stages.former_sections import SectionResults
from questfoundry.app.stages.grow.apply import apply_grow, structure_of
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.chapter import is_pause
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import read_plans
from questfoundry.domain.weaving.weave import count_woven_chapters

BEFORE = "before"
"""The name of the existing artifact among the section results."""


def existing_artifact(results: SectionResults) -> GrowArtifact | None:
    """Return the artifact to extend, or ``None`` if the whole story is woven now."""
    found: Artifact | None = results.get(BEFORE)
    return found if isinstance(found, GrowArtifact) else None


def existing_structure(results: SectionResults) -> Structure | None:
    """Return the structure of the artifact to extend, or ``None``.

    The common label of single choices is left out of it.
    """
    grow = existing_artifact(results)
    return structure_of(grow.model_copy(update={"onward": ""})) if grow else None


def existing_passage_ids(results: SectionResults) -> frozenset[str]:
    """Return the existing passages that stay unchanged: all but those at which the story pauses."""
    grow = existing_artifact(results)
    return frozenset(
        each.id for each in (grow.passages if grow else ()) if not is_pause(each.ending or "")
    )


def count_existing_chapters(story: Story, results: SectionResults) -> int:
    """Return how many chapters are woven already."""
    woven = existing_structure(results)
    return count_woven_chapters(woven, read_plans(story)) if woven else 0


def add_existing_chapters(story: Story, results: SectionResults) -> Story:
    """Return the plan with the beats, flags and clues of the existing chapters."""
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
    """Return the chapters' share of a total ``whole``, for the chapters that are woven now.

    ``before`` is the number of chapters woven earlier. Without chapters the result is ``whole``.
    """
    count = len(story.chapters)
    planned = sum(bool(each.setup) for each in story.chapters)
    return whole * planned // count - whole * before // count if count else whole


def can_continue(grow: GrowArtifact, story: Story) -> bool:
    """Return whether more chapters are planned than woven, and the structure ends in a pause."""
    pauses = any(is_pause(each.ending or "") for each in grow.passages)
    results: Mapping[str, Artifact] = {BEFORE: grow}
    return pauses and 0 < count_existing_chapters(story, results) < len(read_plans(story))
