"""Define the story: an immutable value that combines all accepted artifacts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.beat import Beat, BeatRole, Chapter, ChapterCount, map_chapter_titles
from questfoundry.domain.story.dilemma import Answer, Dilemma, Path, Weight
from questfoundry.domain.story.entity import ChoiceFlag, Clue, Entity, EntityKind, OutlineName
from questfoundry.domain.story.prose import ProseParagraph, index_flags_by_name, paragraphs_of
from questfoundry.domain.story.shape import Counts, StoryShape, counts_of
from questfoundry.domain.story.stat import Stat, format_value, map_levels, read_level

if TYPE_CHECKING:
    from questfoundry.domain.story.passage import Ending, Passage, Structure
    from questfoundry.domain.story.size import Size
    from questfoundry.domain.story.voice import DreamArtifact, Fact, FillVoice


@former_names(
    in_order="sort_flags",
    kept="list_kept_entities",
    marks="choice_flags",
    named_flags="flags_by_name",
    planned="is_planned",
    settled_size="effective_size",
    settled_structure="existing_structure",
    settled_vision="existing_vision",
    settled_voice="existing_voice",
    talked_of="dilemma_people",
)
@frozen(kw_only=True, cache_hash=True)
class Story:
    """A story with everything that is decided so far; the fields of later stages are empty.

    ``size``: the size that the newest stage used.
    ``shape``: the branching shape for which the dilemmas were made.
    ``names``: the names from the author's outline.
    ``dilemmas``: the dilemmas; from SEED on, in the order in which they come up.
    ``beats``: the beats; until GROW puts the beats into one order, in
      the order of SEED's plan.
    ``clues``: the clues, sorted by question.
    ``stats``: the numbers that choices raise and lower.
    ``planned_third``: the third answer to the last dilemma as SEED planned it, in one sentence, or
      empty.
    ``chapters``: the chapters of a long story.

    GROW adds the graph (``structure``), the flags of minor choices (``choice_flags``), the
    ``title`` and the ``endings``. It also adds the ``hook``, the line that draws a player in.

    FILL adds the ``voice`` and the ``prose`` of each passage, by passage id. It also adds the
    ``facts`` that the prose states, and the ``problems`` that checks and reviewers left.
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
    stats: tuple[Stat, ...] = ()
    planned_third: str = ""
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
        """The vision of the story; raise ``InputError`` if DREAM has not run yet."""
        if self.vision is None:
            raise InputError("The story has no vision yet.", remedies=(RunStage("dream"),))
        return self.vision

    @property
    def effective_size(self) -> Size:
        """The size that the newest stage used or, if unknown, the size in the vision."""
        return self.size or self.existing_vision.size

    @property
    def counts(self) -> Counts:
        """The target counts for the story's size and shape."""
        return counts_of(self.effective_size, self.shape)

    @property
    def existing_structure(self) -> Structure:
        """The graph of passages and choices; raise ``InputError`` if GROW has not run yet."""
        if self.structure is None:
            raise InputError("The story has no passages yet.", remedies=(RunStage("grow"),))
        return self.structure

    @property
    def existing_voice(self) -> FillVoice:
        """The voice of the prose; raise ``InputError`` if FILL has not run yet."""
        if self.voice is None:
            raise InputError("The story has no voice yet.", remedies=(RunStage("fill"),))
        return self.voice

    def paragraphs(self, passage: str) -> tuple[ProseParagraph, ...]:
        """Return the paragraphs of ``passage`` (an id), also those that only some players read.

        The result is empty if the passage has no prose yet.
        """
        return paragraphs_of(self.prose.get(passage, ""), self.flags_by_name)

    def list_kept_entities(self, *kinds: EntityKind) -> tuple[Entity, ...]:
        """Return the entities of the given ``kinds`` that SEED has not cut.

        Without ``kinds``, entities of all kinds are returned.
        """
        return tuple(
            entity
            for entity in self.entities
            if entity.is_kept is not False and (not kinds or entity.kind in kinds)
        )

    @property
    def player(self) -> Entity | None:
        """The character that the player plays, or ``None`` if the story names none."""
        return next((each for each in self.entities if each.played), None)

    @cached_property
    def dilemma_people(self) -> frozenset[str]:
        """The ids of the characters and factions that dilemmas are about.

        The player's character is left out.
        """
        about = {anchor for dilemma in self.dilemmas for anchor in dilemma.anchors}
        people = (EntityKind.CHARACTER, EntityKind.FACTION)
        return frozenset(
            each.id
            for each in self.entities
            if each.id in about and each.kind in people and not each.played
        )

    def dilemma(self, identifier: str) -> Dilemma:
        """Return the dilemma with the id ``identifier``; raise ``KeyError`` if there is none."""
        return self._dilemmas[identifier]

    def entity(self, identifier: str) -> Entity:
        """Return the entity with the id ``identifier``; raise ``KeyError`` if there is none."""
        return self._entities[identifier]

    def path(self, identifier: str) -> Path:
        """Return the path with the id ``identifier``; raise ``KeyError`` if there is none."""
        return self._paths[identifier]

    def beat(self, identifier: str) -> Beat:
        """Return the beat with the id ``identifier``; raise ``KeyError`` if there is none."""
        return self._beats[identifier]

    @cached_property
    def times_around(self) -> Mapping[str, tuple[str, str]]:
        """The times of the nearest common beats before and after each beat of a path, by beat id.

        Common beats are in every playthrough. The times are in the words of the story. A time is
        empty if there is no such beat, or if the next common beat begins a new chapter.
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
        """Return the beats of ``passage``, in order; beats missing in the story are left out."""
        return tuple(self._beats[beat] for beat in passage.beats if beat in self._beats)

    def describe_beat(self, beat: Beat) -> str:
        """Return the summary of ``beat`` for authors, with the character who acts first there."""
        actor = f" ({self.entity_name(beat.actor)} acts first)" if beat.actor else ""
        return f"{beat.summary}{actor}"

    def path_of(self, beat: Beat) -> Path | None:
        """Return the path of ``beat``, or ``None`` if the beat belongs to no single path."""
        return self._paths.get(beat.path or "")

    def answer_of(self, path: str) -> Answer:
        """Return the answer that ``path`` (an id) explores; raise ``KeyError`` if unknown."""
        return self._answers[self.path(path).answer]

    @property
    def chapter_count(self) -> ChapterCount | None:
        """The number of planned and of all chapters; ``None`` for a story without chapters."""
        planned = sum(bool(chapter.setup) for chapter in self.chapters)
        return ChapterCount(planned=planned, of=len(self.chapters)) if self.chapters else None

    @property
    def is_planned(self) -> bool:
        """Return whether all chapters are planned; true for a story without chapters."""
        return all(chapter.setup for chapter in self.chapters)

    def splits_end(self, dilemma: Dilemma) -> bool:
        """Return whether the answers to ``dilemma`` lead to different endings.

        They do if the dilemma is hard and, in a story with chapters, in the last chapter.
        """
        hard = dilemma.course is not None and dilemma.course.weight is Weight.HARD
        return hard and (not self.chapters or dilemma.id in self.chapters[-1].dilemmas)

    def entity_name(self, identifier: str) -> str:
        """Return the name of the entity with the id ``identifier``, or the id itself if unknown."""
        entity = self._entities.get(identifier)
        return entity.name if entity else identifier

    def ending_name(self, identifier: str) -> str:
        """Return the name of the ending with the id ``identifier``, or the id itself if unknown."""
        return self._ending_names.get(identifier, identifier)

    @cached_property
    def chapter_titles(self) -> Mapping[str, str]:
        """The titles of the chapters, by the ids of the passages that open the chapters."""
        return map_chapter_titles(self.chapters, self.existing_structure.passages)

    @cached_property
    def flags(self) -> Mapping[str, str]:
        """The meaning of each flag in words, by flag id.

        The flags of paths come first, then the flags of minor choices, clues, and levels of stats.
        """
        of_paths = {each.flag: each.text for path in self.paths for each in path.consequences}
        of_choices = {each.id: each.text for each in self.choice_flags}
        clues = {clue.id: clue.text for clue in self.clues}
        return of_paths | of_choices | clues | {**map_levels(self.stats)}

    def describe_condition(self, flag: str) -> str:
        """Return ``flag`` (an id) in words for authors; a level of a stat as its number."""
        level = read_level(flag)
        stat = next((each for each in self.stats if level and each.id == level.stat), None)
        if level is None or stat is None:
            return self.flags.get(flag, flag)
        bound = "at least" if level.value > 0 else "at most"
        sentence = stat.describe(level.value).rstrip(".")
        return f"{stat.name} is {bound} {format_value(level.value)} ({sentence})"

    def describe_moves(self, moves: Mapping[str, int]) -> tuple[str, ...]:
        """Return by how much each stat (an id) changes, such as "Win's trust +1"."""
        names = {stat.id: stat.name for stat in self.stats}
        changes = ((names.get(stat, stat), step) for stat, step in moves.items() if step)
        return tuple(f"{name} {format_value(step)}" for name, step in changes)

    def sort_flags(self, flags: Collection[str]) -> Sequence[str]:
        """Return ``flags`` in the order of :attr:`flags`; unknown flags are left out."""
        place = self._place_of_flag
        return sorted(place.keys() & flags, key=place.__getitem__)

    @cached_property
    def _place_of_flag(self) -> Mapping[str, int]:
        return {flag: place for place, flag in enumerate(self.flags)}

    @cached_property
    def flags_by_name(self) -> Mapping[str, str]:
        """The ids of the flags, by the short names that mark conditional text."""
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
