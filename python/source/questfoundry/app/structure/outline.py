"""A passage told by its plan, while it has no prose."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.story import Story


class Outline:
    """Tells passages by their beats; in brackets stands what weaving added to the plan."""

    def __init__(self, story: Story) -> None:
        self._story = story

    def told(self, passage: Passage) -> tuple[str, ...]:
        """The beats in their order, then what the passage remembers."""
        beats = map(self._beat, self._story.beats_in(passage))
        return (*beats, *self._remembered(passage))

    def _beat(self, beat: Beat) -> str:
        match beat.role:
            case BeatRole.RESIDUE:
                path = self._story.path_of(beat)
                return f"[What is left behind: {path.left_behind if path else ''}]"
            case BeatRole.TRANSITION:
                place = self._story.entity_name(beat.location)
                return f"[A step from one scene to the next: {place}.]"
            case _:
                return beat.summary

    def _remembered(self, passage: Passage) -> Iterator[str]:
        for trace in passage.remembers:
            answer = self._story.answer_of(trace.path).text
            if trace.residue is Residue.HEAVY:
                yield f"[Told only after: {answer}]"
            elif trace.residue is Residue.COSMETIC:
                yield f"[May recall: {answer}]"
