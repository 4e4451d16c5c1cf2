"""A passage told by its plan, while it has no prose."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.path import Path
from questfoundry.domain.story.story import Story


class Outline:
    """Tells passages by their beats; in brackets stands what weaving added to the plan."""

    def __init__(self, story: Story) -> None:
        self._beats = {beat.id: beat for beat in story.beats}
        self._names = {entity.id: entity.name for entity in story.entities}
        self._paths = {path.id: path for path in story.paths}
        self._answers = {
            answer.id: answer.text for dilemma in story.dilemmas for answer in dilemma.answers
        }

    def told(self, passage: Passage) -> tuple[str, ...]:
        """The beats in their order, then what the passage remembers."""
        beats = (self._beat(self._beats[beat]) for beat in passage.beats)
        return (*beats, *self._remembered(passage))

    def _beat(self, beat: Beat) -> str:
        match beat.role:
            case BeatRole.RESIDUE:
                path = self._paths.get(beat.path or "")
                return f"[What is left behind: {_consequences(path)}]"
            case BeatRole.TRANSITION:
                place = self._names.get(beat.location, beat.location)
                return f"[A step from one scene to the next: {place}.]"
            case _:
                return beat.summary

    def _remembered(self, passage: Passage) -> Iterator[str]:
        for trace in passage.remembers:
            path = self._paths.get(trace.path)
            answer = self._answers[path.answer] if path else trace.path
            if trace.residue is Residue.HEAVY:
                yield f"[Told only after: {answer}]"
            elif trace.residue is Residue.COSMETIC:
                yield f"[May recall: {answer}]"


def _consequences(path: Path | None) -> str:
    return " ".join(consequence.text for consequence in path.consequences) if path else ""
