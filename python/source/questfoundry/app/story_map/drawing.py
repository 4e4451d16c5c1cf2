"""What stands on the map of a story: a box for each passage, a line for each choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from questfoundry.app.story_map.codes import Codes, codes_of
from questfoundry.app.story_map.story_map import Box, Code, Moment, StoryMap
from questfoundry.app.structure.word_counts import word_counts
from questfoundry.domain.play.playthrough import Playthrough
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story


def map_of(story: Story, *, beats: bool = False, trail: Playthrough | None = None) -> StoryMap:
    """The map of a woven story, with the ``beats`` in each passage, and the ``trail`` marked."""
    structure = story.settled_structure
    taken = frozenset(trail.choices if trail else ())
    drawing = _Drawing(
        codes=codes_of(story),
        words=word_counts(story),
        story=story,
        trail=frozenset(trail.passages if trail else ()),
    )
    return StoryMap(
        title=story.title,
        questions=drawing.codes.questions,
        boxes=tuple(drawing.box(passage, moments=beats) for passage in structure.passages),
        lines=tuple(
            drawing.codes.line(choice, on_trail=choice.id in taken) for choice in structure.choices
        ),
    )


@frozen(kw_only=True)
class _Drawing:
    story: Story
    codes: Codes
    words: Mapping[str, Range]
    trail: frozenset[str]

    def box(self, passage: Passage, *, moments: bool) -> Box:
        beats = self.story.beats_in(passage)
        residue = self.codes.residue_of(passage)
        paths = (*(self._code(beat) for beat in beats), *residue)
        return Box(
            id=passage.id,
            title=passage.title,
            notes=tuple(self._notes(passage, residue)),
            moments=tuple(map(self._moment, beats)) if moments else (),
            code=next((code for code in paths if code), None),
            ending=self.story.ending_name(passage.ending),
            residue=bool(residue),
            on_trail=passage.id in self.trail,
        )

    def _notes(self, passage: Passage, residue: list[Code]) -> Iterator[str]:
        if passage.id == self.story.settled_structure.start:
            yield "start"
        yield f"{self.words[passage.id]} words"
        for code in residue:
            yield f"after {code}"

    def _moment(self, beat: Beat) -> Moment:
        place = self.story.entity_name(beat.location)
        asked = self.codes.numbers.get(beat.dilemma or "")
        about = f"question {asked}, " if beat.role is BeatRole.SHARED else ""
        return Moment(
            text=beat.summary or self._purpose(beat), note=about + place, code=self._code(beat)
        )

    def _purpose(self, beat: Beat) -> str:
        """What a beat is for that weaving made; what happens in it is not written yet."""
        code = self._code(beat)
        return f"What {code} leaves behind" if code else "On to what follows"

    def _code(self, beat: Beat) -> Code | None:
        return self.codes.paths.get(beat.path or "")
