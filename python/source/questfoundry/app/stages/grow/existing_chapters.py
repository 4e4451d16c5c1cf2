"""Chapters that are woven already, with the author's edits; GROW adds new chapters to them."""

from functools import cached_property

from attrs import evolve, frozen

from questfoundry.app.stages.grow.apply import apply_grow, structure_of
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.story.chapter import is_pause
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import read_plans
from questfoundry.domain.weaving.weave import count_woven_chapters


@frozen(kw_only=True, slots=False)
class ExistingChapters:
    """The chapters of ``story`` in the artifact ``grow``, or no chapters if that is ``None``."""

    story: Story
    grow: GrowArtifact | None = None

    @cached_property
    def structure(self) -> Structure | None:
        """The structure to extend, or ``None``; its single choices have no common label."""
        return structure_of(self.grow.model_copy(update={"onward": ""})) if self.grow else None

    @cached_property
    def passage_ids(self) -> frozenset[str]:
        """The passages that stay unchanged: all but those at which the story pauses."""
        passages = self.grow.passages if self.grow else ()
        return frozenset(each.id for each in passages if not is_pause(each.ending or ""))

    @cached_property
    def count(self) -> int:
        """The number of chapters that are woven already."""
        plans = read_plans(self.story)
        return count_woven_chapters(self.structure, plans) if self.structure else 0

    @property
    def can_continue(self) -> bool:
        """Return whether more chapters are planned than woven, and the structure pauses."""
        passages = self.grow.passages if self.grow else ()
        pauses = any(is_pause(each.ending or "") for each in passages)
        return pauses and 0 < self.count < len(read_plans(self.story))

    def extend_plan(self) -> Story:
        """Return the plan with the beats, flags and clues of the existing chapters."""
        if self.grow is None:
            return self.story
        existing = apply_grow(self.story, self.grow)
        beat_ids = {beat.id for beat in existing.beats}
        rest = (beat for beat in self.story.beats if beat.id not in beat_ids)
        return evolve(
            self.story,
            beats=(*existing.beats, *rest),
            choice_flags=existing.choice_flags,
            clues=existing.clues,
        )

    def compute_share(self, whole: int) -> int:
        """Return the part of a total ``whole`` for the chapters that are woven now.

        Without chapters the result is ``whole``.
        """
        return compute_share(whole, self.story, self.count)


def compute_share(whole: int, story: Story, before: int = 0) -> int:
    """Return the part of a total ``whole`` for the planned chapters after the first ``before``.

    Without chapters the result is ``whole``.
    """
    count = len(story.chapters)
    planned = sum(bool(each.setup) for each in story.chapters)
    return whole * planned // count - whole * before // count if count else whole
