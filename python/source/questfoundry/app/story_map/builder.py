"""Build the map of a story: passages become boxes, and choices become lines between boxes.

A path (one answer of a dilemma) gets a short code. A hub is a passage whose choices lead to topics,
which are passages that lead back to the hub.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.app.story_map.story_map import (
    Box,
    LegendEntry,
    Line,
    MapBeat,
    MapOption,
    PathCode,
    StoryMap,
)
from questfoundry.app.structure.census import count_passage_words
from questfoundry.app.structure.names import QUOTES
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Dilemma, Residue
from questfoundry.domain.story.passage import Choice, Passage, Playthrough, Structure
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.stat import read_level
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class ChoiceGroup:
    """A group of choices with equal source, target and path (``takes``), drawn as one line."""

    source: str
    target: str
    takes: str
    choices: tuple[Choice, ...]


def group_choices(structure: Structure) -> Sequence[ChoiceGroup]:
    """Return the choice groups in order.

    A choice that a hub shares with its topics starts at the hub.
    """
    hubs = {passage.id: find_hub(structure, passage.id) for passage in structure.passages}
    offered: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for choice in structure.choices:
        offered[hubs[choice.source], choice.target, choice.label].add(choice.source)
    grouped: dict[tuple[str, str, str], list[Choice]] = defaultdict(list)
    for choice in structure.choices:
        hub = hubs[choice.source]
        alike = hub and len(offered[hub, choice.target, choice.label]) > 1
        grouped[hub if alike else choice.source, choice.target, choice.takes].append(choice)
    return [
        ChoiceGroup(source=source, target=target, takes=takes, choices=tuple(choices))
        for (source, target, takes), choices in grouped.items()
    ]


def find_hub(structure: Structure, passage: str) -> str:
    """Return the id of the hub to which ``passage`` (the hub or a topic) belongs, or ""."""
    hub = structure.passage(passage).hub
    is_hub = any(
        structure.passage(each.target).hub == passage
        for each in structure.outgoing_choices(passage)
    )
    return hub or (passage if is_hub else "")


def number_chapters(structure: Structure, begins: Mapping[str, str]) -> Mapping[str, int]:
    """Return each passage's chapter number, counted from 1.

    ``begins`` maps the first passages of each chapter to its title, in order. Any other passage
    belongs to the chapter whose first passages lead to it in the fewest steps.
    """
    numbers = {title: number for number, title in enumerate(dict.fromkeys(begins.values()), 1)}
    found = {passage: numbers[title] for passage, title in begins.items()}
    queue = list(found)
    for here in queue:
        for choice in structure.selectable_choices(here):
            if choice.target not in found:
                found[choice.target] = found[here]
                queue.append(choice.target)
    return found


_LETTERS = "ab"


def build_map(
    story: Story,
    *,
    beats: bool = False,
    highlighted: Playthrough | None = None,
    words: Mapping[str, Range] | None = None,
) -> StoryMap:
    """Return the map of a story that has a structure.

    ``beats``: whether each box lists the beats of its passage. ``words``: the word counts of
    passages; if ``None``, they are computed from ``story``.
    """
    structure = story.existing_structure
    builder = _Builder(story, words=count_passage_words(story) if words is None else words)
    visited = frozenset(highlighted.passages if highlighted else ())
    taken = frozenset(highlighted.choices if highlighted else ())
    return StoryMap(
        title=story.title,
        legend=tuple(builder.build_legend()),
        boxes=tuple(
            builder.build_box(passage, beats=beats, highlighted=passage.id in visited)
            for passage in structure.passages
        ),
        lines=tuple(
            builder.build_line(group, highlighted=any(each.id in taken for each in group.choices))
            for group in group_choices(structure)
        ),
        choices=len(structure.choices),
    )


class _Builder:
    """A builder of the parts of a map.

    Dilemmas are numbered from 1, and the two answers of a dilemma are called a and b. An answer
    thus has a code such as ``2a``.
    """

    def __init__(self, story: Story, *, words: Mapping[str, Range]) -> None:
        self._story = story
        self._words = words
        self._numbers = {each.id: number for number, each in enumerate(story.dilemmas, start=1)}
        answers = {
            answer.id: PathCode(self._numbers[dilemma.id], letter)
            for dilemma in story.dilemmas
            for letter, answer in zip(_LETTERS, dilemma.answers, strict=True)
        }
        self._paths: Mapping[str, PathCode] = {
            path.id: answers[path.answer] for path in story.paths
        }
        structure = story.existing_structure
        labels = {
            flag: f"\u201c{choice.label.strip(QUOTES)}\u201d"
            for choice in reversed(structure.choices)
            for flag in choice.grants
        }
        self._flags: Mapping[str, str] = {
            **{mark.id: labels.get(mark.id, mark.text) for mark in story.choice_flags},
            **{clue.id: f"\u201c{clue.text}\u201d" for clue in story.clues},
            **{
                flag: story.describe_condition(flag)
                for choice in structure.choices
                for flag in choice.requires | choice.forbids
                if read_level(flag)
            },
            **{
                each.flag: str(self._paths[path.id])
                for path in story.paths
                for each in path.consequences
            },
        }
        self._silent = {mark.id for mark in story.choice_flags} | {clue.id for clue in story.clues}
        self._begins = story.chapter_titles
        self._chapters = number_chapters(structure, self._begins)

    def build_legend(self) -> Iterator[LegendEntry]:
        for dilemma in self._story.dilemmas:
            yield LegendEntry(
                number=self._numbers[dilemma.id],
                question=dilemma.question,
                answers=_explored_answers(dilemma),
            )

    def build_line(self, group: ChoiceGroup, *, highlighted: bool) -> Line:
        conditions: dict[str, dict[str, None]] = {}
        for choice in group.choices:
            conditions.setdefault(choice.label, {}).update(
                dict.fromkeys(self._list_conditions(choice))
            )
        return Line(
            source=group.source,
            target=group.target,
            options=tuple(
                MapOption(label=label, conditions=tuple(texts))
                for label, texts in conditions.items()
            ),
            code=self._paths.get(group.takes),
            highlighted=highlighted,
        )

    def _list_conditions(self, choice: Choice) -> Iterator[str]:
        code = str(self._paths.get(choice.takes, ""))
        yield from (f"if {name}" for name in self._flag_names(choice.requires))
        yield from (
            f"unless {name}" for name in self._flag_names(choice.forbids - choice.one_time_flags)
        )
        others = self._flag_names(choice.grants - self._silent)
        yield from (f"sets {name}" for name in others if name != code)
        yield from self._story.describe_moves(choice.moves)

    def build_box(self, passage: Passage, *, beats: bool, highlighted: bool) -> Box:
        beats_here = [self._story.beat(beat) for beat in passage.beats]
        residue = [
            self._paths[trace.path]
            for trace in passage.remembers
            if trace.residue is Residue.HEAVY and trace.path in self._paths
        ]
        codes = (*map(self._path_code, beats_here), *residue)
        return Box(
            id=passage.id,
            title=passage.title,
            notes=tuple(self._list_notes(passage, residue)),
            beats=tuple(map(self._build_beat, beats_here)) if beats else (),
            code=next((code for code in codes if code), None),
            ending=self._story.ending_name(passage.ending),
            residue=bool(residue),
            highlighted=highlighted,
            hub=find_hub(self._story.existing_structure, passage.id),
            chapter=self._chapters.get(passage.id, 0),
            begins=self._begins.get(passage.id, ""),
            is_start=passage.id == self._story.existing_structure.start,
        )

    def _list_notes(self, passage: Passage, residue: list[PathCode]) -> Iterator[str]:
        if passage.id == self._story.existing_structure.start:
            yield "start"
        if passage.id in self._words:
            yield f"{self._words[passage.id]} words"
        for code in residue:
            yield f"after {code}"

    def _build_beat(self, beat: Beat) -> MapBeat:
        number = self._numbers.get(beat.dilemma or "")
        about = f"question {number}, " if beat.role is BeatRole.SHARED else ""
        return MapBeat(
            text=self._story.describe_beat(beat),
            note=about + self._story.entity_name(beat.location),
            code=self._path_code(beat),
        )

    def _path_code(self, beat: Beat) -> PathCode | None:
        return self._paths.get(beat.path or "")

    def _flag_names(self, flags: frozenset[str]) -> list[str]:
        return sorted({self._flags.get(flag) or slug_of(flag) or flag for flag in flags})


def _explored_answers(dilemma: Dilemma) -> Mapping[str, str]:
    letters = zip(_LETTERS, dilemma.answers, strict=True)
    return {
        letter: answer.text
        for letter, answer in letters
        if answer not in dilemma.unexplored_answers
    }
