"""The outline of a whole story, the same for the writers of all its passages, or of a chapter's.

What happens along one arc, each decision with all its answers, and the endings, a line each. The
writers of a chapter are told of the other ones in a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from attrs import evolve, field, frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.order import WritingTurn
from questfoundry.domain.writing.shortening import beginning_of

MOST_LINES = 20
"""Of an outline that is longer, all that happens between two decisions is one line."""

SHOWN = 40
"""The words shown of each thing that happens: all of a usual one, so that what only the plan says,
as why somebody did something long ago, reaches whoever writes."""

SHOWN_OF_MANY = 20
"""Those shown in a story with chapters, where so many requests begin with the outline; but of how
it ends, which must be told apart."""


@frozen(kw_only=True)
class OutlinedAnswer:
    """An answer that a player may give, and what happens then."""

    text: str
    then: str


@frozen(kw_only=True)
class OutlineLine:
    """What happens to all who come there; at a decision its question, at an end its names.

    ``seen`` is what is seen there after earlier answers for which it is told apart. ``holds`` are
    the ids of what it tells: beats, a dilemma or an ending.
    """

    number: int = 0
    moments: tuple[str, ...] = ()
    question: str = ""
    answers: tuple[OutlinedAnswer, ...] = ()
    endings: tuple[str, ...] = ()
    seen: tuple[OutlinedAnswer, ...] = ()
    holds: frozenset[str] = frozenset()

    @property
    def happens(self) -> bool:
        """Whether it neither asks nor ends."""
        return not (self.question or self.endings)


@frozen(kw_only=True)
class StoryOutline:
    """The lines in their order, and by passage the number of its own, from 1."""

    lines: tuple[OutlineLine, ...]
    places: Mapping[str, int] = field(hash=False)
    by_chapter: Mapping[str, tuple[OutlineLine, ...]] = field(factory=dict, hash=False)

    def lines_for(self, passage: str) -> tuple[OutlineLine, ...]:
        """The lines that the writer of the passage is told: all, or those for its chapter."""
        return self.by_chapter.get(passage, self.lines)


def outline_of(story: Story, turns: Sequence[WritingTurn]) -> StoryOutline:
    """The outline along the way to the ending that is written first."""
    lines = tuple(_lines(story, turns))
    if not story.chapters:
        numbered = _numbered(lines)
        return StoryOutline(lines=numbered, places=_places(story, turns, numbered))
    chapter_of = _chapters(story)
    told: list[tuple[OutlineLine, ...]] = []
    for number in range(len(story.chapters)):
        own = [line for line in lines if any(chapter_of[each] == number for each in line.holds)]
        parts = [
            [OutlineLine(moments=(f"{each.title}. {each.summary or each.aim}",))]
            for each in story.chapters
        ]
        parts[number] = own
        told.append(_numbered(chain(*parts)))
    places = [_places(story, turns, each) for each in told]
    chapters = _chapters_of_passages(story, turns, chapter_of)
    return StoryOutline(
        lines=_numbered(lines),
        places={passage: places[number][passage] for passage, number in chapters.items()},
        by_chapter={passage: told[number] for passage, number in chapters.items()},
    )


def _chapters(story: Story) -> Mapping[str, int]:
    """The number of the chapter of each beat, dilemma and ending, by its id, from 0."""
    found: dict[str, int] = {}
    for number, chapter in enumerate(story.chapters):
        found |= dict.fromkeys((*chapter.dilemmas, *chapter.setup), number)
    last = sum(bool(chapter.setup) for chapter in story.chapters) - 1
    for beat in story.beats:
        found.setdefault(beat.id, found.get(beat.dilemma or "", last))
    return found | {each.ending: last for each in story.existing_structure.passages if each.ending}


def _chapters_of_passages(
    story: Story, turns: Sequence[WritingTurn], chapter_of: Mapping[str, int]
) -> Mapping[str, int]:
    """That of its first planned beat; what has none is in the chapter of what is behind it."""
    planned = {each.id for each in story.beats if each.dilemma or each.ending}
    planned.update(*(chapter.setup for chapter in story.chapters))
    found: dict[str, int] = {}
    for turn in turns:
        beats = story.existing_structure.passage(turn.passage).beats
        own = [chapter_of[each] for each in beats if each in planned]
        found[turn.passage] = own[0] if own else found[turn.behind[-1]] if turn.behind else 0
    return found


def _numbered(lines: Iterable[OutlineLine]) -> tuple[OutlineLine, ...]:
    return tuple(evolve(line, number=number) for number, line in enumerate(lines, start=1))


def _lines(story: Story, turns: Sequence[WritingTurn]) -> Sequence[OutlineLine]:
    structure = story.existing_structure
    end = next(turn for turn in turns if structure.passage(turn.passage).ending)
    met = (structure.start, *(structure.choice(each).target for each in end.choices))
    # What can be looked at on the way is for those who look.
    arc = [each for each in map(structure.passage, met) if not each.hub]
    lines = [*_on_the_way(story, arc), *_endings(story)]
    return list(_gathered(lines)) if len(lines) > MOST_LINES else lines


def _on_the_way(story: Story, arc: Sequence[Passage]) -> Iterator[OutlineLine]:
    asked: set[str] = set()
    for passage in arc:
        told = [beat for beat in story.beats_in(passage) if not passage.ending]
        for dilemma, beats in groupby(told, key=lambda beat: _decision(story, beat)):
            if not dilemma:
                yield from _happening(story, list(beats))
            elif dilemma not in asked:
                asked.add(dilemma)
                yield _decided(story, dilemma)


def _happening(story: Story, beats: Sequence[Beat]) -> Iterator[OutlineLine]:
    moments = _moments(beats, _shown(story))
    if moments:
        yield OutlineLine(
            moments=moments,
            seen=tuple(_seen(story, beats)),
            holds=frozenset(beat.id for beat in beats),
        )


def _decided(story: Story, dilemma: str) -> OutlineLine:
    answers = [
        _outlined(story, path.id, path.summary) for path in story.paths if path.dilemma == dilemma
    ]
    return OutlineLine(
        question=story.dilemma(dilemma).question,
        answers=tuple(answers),
        seen=tuple(
            _seen(story, [each for each in story.beats if _decision(story, each) == dilemma])
        ),
        holds=frozenset({dilemma}),
    )


def _endings(story: Story) -> Iterator[OutlineLine]:
    """A line each; those that tell the same moments after another earlier answer share one."""
    by_beats: dict[tuple[str, ...], list[Passage]] = {}
    for each in story.existing_structure.passages:
        if each.ending:
            by_beats.setdefault(each.beats, []).append(each)
    for passages in by_beats.values():
        yield OutlineLine(
            moments=_moments(story.beats_in(passages[0]), SHOWN),
            endings=tuple(dict.fromkeys(story.ending_name(each.ending) for each in passages)),
            seen=tuple(
                _outlined(story, trace.path, story.path(trace.path).describe_in(each.beats))
                for each in passages
                for trace in each.remembers
                if trace.residue is Residue.HEAVY
            ),
            holds=frozenset(each.ending for each in passages),
        )


def _seen(story: Story, beats: Iterable[Beat]) -> Iterator[OutlinedAnswer]:
    """What is seen at the beats of the paths for which they are told apart."""
    own = {beat.id for beat in beats}
    for path in story.paths:
        felt = path.delayed_effect
        if felt and felt.residue is Residue.HEAVY and (seen := felt.describe_in(own)):
            yield _outlined(story, path.id, seen)


def _outlined(story: Story, path: str, then: str) -> OutlinedAnswer:
    return OutlinedAnswer(text=story.answer_of(path).text, then=beginning_of(then, _shown(story)))


def _shown(story: Story) -> int:
    return SHOWN_OF_MANY if story.chapters else SHOWN


def _moments(beats: Iterable[Beat], words: int) -> tuple[str, ...]:
    return tuple(beginning_of(beat.summary, words) for beat in beats if beat.summary)


def _decision(story: Story, beat: Beat) -> str:
    """The dilemma on one of whose paths the beat lies; empty where there is only one."""
    path = story.path_of(beat)
    course = story.dilemma(path.dilemma).course if path else None
    return path.dilemma if path and course and len(course.explored_answers) > 1 else ""


def _gathered(lines: Sequence[OutlineLine]) -> Iterator[OutlineLine]:
    for happens, group in groupby(lines, key=lambda line: line.happens):
        each = list(group)
        if not happens:
            yield from each
            continue
        yield OutlineLine(
            moments=tuple(moment for line in each for moment in line.moments),
            seen=tuple(seen for line in each for seen in line.seen),
            holds=frozenset().union(*(line.holds for line in each)),
        )


def _places(
    story: Story, turns: Sequence[WritingTurn], lines: Sequence[OutlineLine]
) -> Mapping[str, int]:
    """What stands in no line is where the passage before it is."""
    numbers = {each: line.number for line in lines for each in line.holds}
    places: dict[str, int] = {}
    for turn in turns:
        passage = story.existing_structure.passage(turn.passage)
        beats = story.beats_in(passage)
        held = [passage.ending, *(_decision(story, beat) or beat.id for beat in beats)]
        own = [numbers[each] for each in held if each in numbers]
        before = places[turn.behind[-1]] if turn.behind else 1
        places[turn.passage] = own[0] if own else before
    return places
