"""The story: the fold of the accepted artifacts, a new value after each stage."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from questfoundry.domain.artifacts.dream import DreamArtifact
from questfoundry.domain.artifacts.fill import FillVoice
from questfoundry.domain.errors import UsageError
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.chapter import Chapter, ChapterCount, map_chapter_titles
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.dilemma import Answer, Dilemma, Weight
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.mark import ChoiceFlag
from questfoundry.domain.story.outline_name import OutlineName
from questfoundry.domain.story.passage import Ending, Passage, Structure
from questfoundry.domain.story.path import Path
from questfoundry.domain.story.prose import ProseParagraph, index_flags_by_name, paragraphs_of
from questfoundry.domain.story.shape import Counts, StoryShape, counts_of
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.voice import Fact


@frozen(kw_only=True, cache_hash=True)
class Story:
    """All that is decided so far; empty where no stage has decided yet.

    ``size`` is the one that the newest stage was made for, ``shape`` that for which the
    dilemmas were found, ``names`` are whom the author's outline names. Dilemmas stand in the order
    in which they come up, once SEED has settled it;
    beats in the order of their stage's
    artifact, which GROW weaves into one; clues question by question; a long story has
    ``chapters``. From GROW on there is a ``structure``, with the ``marks`` that its choices leave,
    the story's ``title``, its ``hook`` (the line that draws a player in) and its ``endings``; from
    FILL on a ``voice``, the ``prose`` of each passage by its id, the ``facts`` in it, and the
    ``problems`` that checks and readers left.
    """

    vision: DreamArtifact | None = None
    size: Size | None = None
    shape: StoryShape | None = None
    names: tuple[OutlineName, ...] = ()
    entities: tuple[Entity, ...] = ()
    dilemmas: tuple[Dilemma, ...] = ()
    paths: tuple[Path, ...] = ()
    beats: tuple[Beat, ...] = ()
    clues: tuple[Clue, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    title: str = ""
    hook: str = ""
    structure: Structure | None = None
    choice_flags: tuple[ChoiceFlag, ...] = ()
    endings: tuple[Ending, ...] = ()
    voice: FillVoice | None = None
    prose: Mapping[str, str] = field(factory=dict[str, str], hash=False)
    facts: tuple[Fact, ...] = ()
    problems: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]], hash=False)

    @property
    def existing_vision(self) -> DreamArtifact:
        """The vision, which must have been settled."""
        if self.vision is None:
            raise UsageError("The story has no vision yet. Run DREAM first.")
        return self.vision

    @property
    def effective_size(self) -> Size:
        """The size, which must have been settled."""
        return self.size or self.existing_vision.size

    @property
    def counts(self) -> Counts:
        """How large its size and its shape want it to become."""
        return counts_of(self.effective_size, self.shape)

    @property
    def existing_structure(self) -> Structure:
        """The structure, which must have been woven."""
        if self.structure is None:
            raise UsageError("The story has no passages yet. Run GROW first.")
        return self.structure

    @property
    def existing_voice(self) -> FillVoice:
        """The voice, which must have been settled."""
        if self.voice is None:
            raise UsageError("The story has no voice yet. Run FILL first.")
        return self.voice

    def paragraphs(self, passage: str) -> tuple[ProseParagraph, ...]:
        """The paragraphs of a passage, inserts among them; none where it is not written yet."""
        return paragraphs_of(self.prose.get(passage, ""), self.flags_by_name)

    def list_kept_entities(self, *kinds: EntityKind) -> tuple[Entity, ...]:
        """The entities that SEED did not cut, of the given kinds or of all."""
        return tuple(
            entity
            for entity in self.entities
            if entity.is_kept is not False and (not kinds or entity.kind in kinds)
        )

    @property
    def player(self) -> Entity | None:
        """The character whom the player plays; ``None`` where they play nobody that is told of."""
        return next((each for each in self.entities if each.played), None)

    @cached_property
    def dilemma_people(self) -> frozenset[str]:
        """Whom a dilemma is about and nobody has to meet: all people but the one that is played.

        A thing or a place is met, whatever becomes of it.
        """
        about = {anchor for dilemma in self.dilemmas for anchor in dilemma.anchors}
        people = (EntityKind.CHARACTER, EntityKind.FACTION)
        return frozenset(
            each.id
            for each in self.entities
            if each.id in about and each.kind in people and not each.played
        )

    def dilemma(self, identifier: str) -> Dilemma:
        """The dilemma of that id; ``KeyError`` where there is none, as in all look-ups."""
        return self._dilemmas[identifier]

    def entity(self, identifier: str) -> Entity:
        """The entity of that id."""
        return self._entities[identifier]

    def path(self, identifier: str) -> Path:
        """The path of that id."""
        return self._paths[identifier]

    def beat(self, identifier: str) -> Beat:
        """The beat of that id."""
        return self._beats[identifier]

    @cached_property
    def times_around(self) -> Mapping[str, tuple[str, str]]:
        """By beat of an arm, the times of those before and after it that every player meets.

        They are in the story's words; a chapter to come says nothing of them.
        """
        found: dict[str, tuple[str, str]] = {}
        after, waiting = "", list[str]()
        for beat in self.beats:
            if beat.when:
                until = "" if beat.role is BeatRole.SETUP else beat.when
                found |= {each: (found[each][0], until) for each in waiting}
                after, waiting = beat.when, []
            elif beat.path:
                found[beat.id] = (after, "")
                waiting.append(beat.id)
        return found

    def beats_in(self, passage: Passage) -> tuple[Beat, ...]:
        """The beats that the passage holds, in its order, as far as the story has them."""
        return tuple(self._beats[beat] for beat in passage.beats if beat in self._beats)

    def path_of(self, beat: Beat) -> Path | None:
        """The one path that the beat belongs to, if it does; ``None`` for an unknown one, too."""
        return self._paths.get(beat.path or "")

    def answer_of(self, path: str) -> Answer:
        """The answer that the path explores."""
        return self._answers[self.path(path).answer]

    @property
    def chapter_count(self) -> ChapterCount | None:
        """How many of its chapters are planned; ``None`` where it has none."""
        planned = sum(bool(chapter.setup) for chapter in self.chapters)
        return ChapterCount(planned=planned, of=len(self.chapters)) if self.chapters else None

    @property
    def is_planned(self) -> bool:
        """Whether all of it is planned, and not only some of its chapters."""
        return all(chapter.setup for chapter in self.chapters)

    def splits_end(self, dilemma: Dilemma) -> bool:
        """Whether its paths never meet again: a hard one does in all chapters but the last."""
        hard = dilemma.course is not None and dilemma.course.weight is Weight.HARD
        return hard and (not self.chapters or dilemma.id in self.chapters[-1].dilemmas)

    def entity_name(self, identifier: str) -> str:
        """What the entity is called; an unknown one by its id."""
        entity = self._entities.get(identifier)
        return entity.name if entity else identifier

    def ending_name(self, identifier: str) -> str:
        """What the ending is called; an unknown one by its id."""
        return self._ending_names.get(identifier, identifier)

    @cached_property
    def chapter_titles(self) -> Mapping[str, str]:
        """The titles of chapters, by the ids of the passages that they begin with."""
        return map_chapter_titles(self.chapters, self.existing_structure.passages)

    @cached_property
    def flags(self) -> Mapping[str, str]:
        """What each state flag means, in words: of the paths in their order, marks, clues."""
        of_paths = {each.flag: each.text for path in self.paths for each in path.consequences}
        of_marks = {mark.id: mark.text for mark in self.choice_flags}
        return of_paths | of_marks | {clue.id: clue.text for clue in self.clues}

    def sort_flags(self, flags: Collection[str]) -> Sequence[str]:
        """Those of the flags that it has, in the order of :attr:`flags`."""
        place = self._place_of_flag
        return sorted(place.keys() & flags, key=place.__getitem__)

    @cached_property
    def _place_of_flag(self) -> Mapping[str, int]:
        return {flag: place for place, flag in enumerate(self.flags)}

    @cached_property
    def flags_by_name(self) -> Mapping[str, str]:
        """The flags by the names under which inserts ask for them."""
        return index_flags_by_name(self.flags)

    @cached_property
    def _dilemmas(self) -> Mapping[str, Dilemma]:
        return {dilemma.id: dilemma for dilemma in self.dilemmas}

    @cached_property
    def _entities(self) -> Mapping[str, Entity]:
        return {entity.id: entity for entity in self.entities}

    @cached_property
    def _paths(self) -> Mapping[str, Path]:
        return {path.id: path for path in self.paths}

    @cached_property
    def _beats(self) -> Mapping[str, Beat]:
        return {beat.id: beat for beat in self.beats}

    @cached_property
    def _answers(self) -> Mapping[str, Answer]:
        return {answer.id: answer for dilemma in self.dilemmas for answer in dilemma.answers}

    @cached_property
    def _ending_names(self) -> Mapping[str, str]:
        return {ending.id: ending.name for ending in self.endings}


EMPTY_STORY = Story()
