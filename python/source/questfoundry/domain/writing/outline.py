"""The outline of a story, which all writers of its passages (or of one chapter) share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from attrs import evolve, field, frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.fitting import beginning_of
from questfoundry.domain.writing.order import WritingTurn

MAX_LINES = 20
"""The highest number of lines; in a longer outline, all events between two decisions share one."""

WORDS_SHOWN = 16
"""The number of words shown of each event, because every request for prose has the outline."""


@frozen(kw_only=True)
class OutlinedAnswer:
    """An answer that a player can give, and what happens then."""

    text: str
    then: str


@frozen(kw_only=True)
class OutlineLine:
    """A line of the outline: events, a decision with its question, or endings by name.

    ``seen``: the effects of earlier answers that a scene of this line shows in separate variants.
    ``covered_ids``: the ids of the beats, the dilemma or the endings in this line.
    """

    number: int = 0
    moments: tuple[str, ...] = ()
    question: str = ""
    answers: tuple[OutlinedAnswer, ...] = ()
    endings: tuple[str, ...] = ()
    seen: tuple[OutlinedAnswer, ...] = ()
    covered_ids: frozenset[str] = frozenset()

    @property
    def is_event(self) -> bool:
        """Return whether the line contains neither a decision nor an ending."""
        return not (self.question or self.endings)


@frozen(kw_only=True)
class StoryOutline:
    """The lines of a story's outline, for all writers or for the writers of each chapter.

    ``line_numbers``: the number of the line for each passage, from 1.
    ``by_chapter``: in a story with chapters, the lines for the writer of each passage, by passage
      id.
    """

    lines: tuple[OutlineLine, ...]
    line_numbers: Mapping[str, int] = field(hash=False)
    by_chapter: Mapping[str, tuple[OutlineLine, ...]] = field(factory=dict, hash=False)

    def lines_for(self, passage: str) -> tuple[OutlineLine, ...]:
        """Return the lines for the writer of the passage: all lines, or those for its chapter."""
        return self.by_chapter.get(passage, self.lines)


def build_outline(story: Story, turns: Sequence[WritingTurn]) -> StoryOutline:
    """Build the outline of ``story``, along the playthrough to the ending that is written first.

    ``turns`` lists the passages in the order of writing.
    """
    lines = tuple(_build_lines(story, turns))
    if not story.chapters:
        numbered = _number_lines(lines)
        return StoryOutline(lines=numbered, line_numbers=_find_line_numbers(story, turns, numbered))
    chapter_of = _find_chapters(story)
    lines_by_chapter: list[tuple[OutlineLine, ...]] = []
    for number in range(len(story.chapters)):
        chapter_lines = [
            line for line in lines if any(chapter_of[each] == number for each in line.covered_ids)
        ]
        parts = [
            [OutlineLine(moments=(f"{each.title}. {each.summary or each.aim}",))]
            for each in story.chapters
        ]
        parts[number] = chapter_lines
        lines_by_chapter.append(_number_lines(chain(*parts)))
    numbers_by_chapter = [_find_line_numbers(story, turns, each) for each in lines_by_chapter]
    chapters = _find_passage_chapters(story, turns, chapter_of)
    return StoryOutline(
        lines=_number_lines(lines),
        line_numbers={
            passage: numbers_by_chapter[number][passage] for passage, number in chapters.items()
        },
        by_chapter={passage: lines_by_chapter[number] for passage, number in chapters.items()},
    )


def _find_chapters(story: Story) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for number, chapter in enumerate(story.chapters):
        found |= dict.fromkeys((*chapter.dilemmas, *chapter.setup), number)
    last = sum(bool(chapter.setup) for chapter in story.chapters) - 1
    for beat in story.beats:
        found.setdefault(beat.id, found.get(beat.dilemma or "", last))
    return found | {each.ending: last for each in story.existing_structure.passages if each.ending}


def _find_passage_chapters(
    story: Story, turns: Sequence[WritingTurn], chapter_of: Mapping[str, int]
) -> Mapping[str, int]:
    """Return the index of the chapter of each passage.

    A passage without a planned beat belongs to the chapter of the passage before it.
    """
    planned = {each.id for each in story.beats if each.dilemma or each.ending}
    planned.update(*(chapter.setup for chapter in story.chapters))
    found: dict[str, int] = {}
    for turn in turns:
        beats = story.existing_structure.passage(turn.passage).beats
        own = [chapter_of[each] for each in beats if each in planned]
        found[turn.passage] = (
            own[0] if own else found[turn.recent_passages[-1]] if turn.recent_passages else 0
        )
    return found


def _number_lines(lines: Iterable[OutlineLine]) -> tuple[OutlineLine, ...]:
    return tuple(evolve(line, number=number) for number, line in enumerate(lines, start=1))


def _build_lines(story: Story, turns: Sequence[WritingTurn]) -> Sequence[OutlineLine]:
    structure = story.existing_structure
    end = next(turn for turn in turns if structure.passage(turn.passage).ending)
    visited = (structure.start, *(structure.choice(each).target for each in end.choices))
    # Topics are left out, because players can skip them.
    passages = [each for each in map(structure.passage, visited) if not each.hub]
    lines = [*_outline_playthrough(story, passages), *_outline_endings(story)]
    return list(_merge_events(lines)) if len(lines) > MAX_LINES else lines


def _outline_playthrough(story: Story, passages: Sequence[Passage]) -> Iterator[OutlineLine]:
    decided: set[str] = set()
    for passage in passages:
        own_beats = [beat for beat in story.beats_in(passage) if not passage.ending]
        for dilemma, group in groupby(own_beats, key=lambda beat: _find_dilemma(story, beat)):
            beats = list(group)
            moments = _shorten_moments(beats)
            if not dilemma and moments:
                yield OutlineLine(
                    moments=moments,
                    seen=tuple(_describe_effects(story, beats)),
                    covered_ids=frozenset(beat.id for beat in beats),
                )
            elif dilemma and dilemma not in decided:
                decided.add(dilemma)
                yield _outline_decision(story, dilemma)


def _outline_decision(story: Story, dilemma: str) -> OutlineLine:
    paths = [path for path in story.paths if path.dilemma == dilemma]
    beats = [each for each in story.beats if _find_dilemma(story, each) == dilemma]
    return OutlineLine(
        question=story.dilemma(dilemma).question,
        answers=tuple(_outline_answer(story, path.id, path.summary) for path in paths),
        seen=tuple(_describe_effects(story, beats)),
        covered_ids=frozenset({dilemma}),
    )


def _outline_endings(story: Story) -> Iterator[OutlineLine]:
    by_beats: dict[tuple[str, ...], list[Passage]] = {}
    for each in story.existing_structure.passages:
        if each.ending:
            by_beats.setdefault(each.beats, []).append(each)
    for passages in by_beats.values():
        yield OutlineLine(
            moments=_shorten_moments(story.beats_in(passages[0])),
            endings=tuple(dict.fromkeys(story.ending_name(each.ending) for each in passages)),
            seen=tuple(
                _outline_answer(story, trace.path, story.path(trace.path).describe_in(each.beats))
                for each in passages
                for trace in each.remembers
                if trace.residue is Residue.HEAVY
            ),
            covered_ids=frozenset(each.ending for each in passages),
        )


def _describe_effects(story: Story, beats: Iterable[Beat]) -> Iterator[OutlinedAnswer]:
    beat_ids = {beat.id for beat in beats}
    for path in story.paths:
        effect = path.delayed_effect
        if effect and effect.residue is Residue.HEAVY and (seen := effect.describe_in(beat_ids)):
            yield _outline_answer(story, path.id, seen)


def _outline_answer(story: Story, path: str, then: str) -> OutlinedAnswer:
    return OutlinedAnswer(text=story.answer_of(path).text, then=beginning_of(then, WORDS_SHOWN))


def _shorten_moments(beats: Iterable[Beat]) -> tuple[str, ...]:
    return tuple(beginning_of(beat.summary, WORDS_SHOWN) for beat in beats if beat.summary)


def _find_dilemma(story: Story, beat: Beat) -> str:
    """Return the id of the dilemma that the path of ``beat`` answers, or an empty text.

    The text is also empty if only one answer is explored, because players then decide nothing.
    """
    path = story.path_of(beat)
    course = story.dilemma(path.dilemma).course if path else None
    return path.dilemma if path and course and len(course.explored_answers) > 1 else ""


def _merge_events(lines: Sequence[OutlineLine]) -> Iterator[OutlineLine]:
    for is_event, group in groupby(lines, key=lambda line: line.is_event):
        each = list(group)
        if not is_event:
            yield from each
            continue
        yield OutlineLine(
            moments=tuple(moment for line in each for moment in line.moments),
            seen=tuple(seen for line in each for seen in line.seen),
            covered_ids=frozenset().union(*(line.covered_ids for line in each)),
        )


def _find_line_numbers(
    story: Story, turns: Sequence[WritingTurn], lines: Sequence[OutlineLine]
) -> Mapping[str, int]:
    """Return the number of the outline line for each passage, by passage id.

    A passage without a line of its own has the number of the passage before it.
    """
    numbers = {each: line.number for line in lines for each in line.covered_ids}
    found: dict[str, int] = {}
    for turn in turns:
        passage = story.existing_structure.passage(turn.passage)
        beats = story.beats_in(passage)
        ids = [passage.ending, *(_find_dilemma(story, beat) or beat.id for beat in beats)]
        matches = [numbers[each] for each in ids if each in numbers]
        previous = found[turn.recent_passages[-1]] if turn.recent_passages else 1
        found[turn.passage] = matches[0] if matches else previous
    return found
