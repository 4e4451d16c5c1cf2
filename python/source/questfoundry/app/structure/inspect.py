"""Compute exact statistics of a story's structure, however many arcs (playthroughs) it has."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from types import MappingProxyType

from attrs import frozen

from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.census import (
    Census,
    ClueCount,
    DilemmaCount,
    EndingCount,
    PaceCount,
    PathCount,
    QuestionCount,
    Route,
    StatCount,
    StatReading,
    count_passage_words,
    count_words_read,
)
from questfoundry.domain.checks.check import check_form
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.solver import MAX_STEPS, Solver
from questfoundry.domain.story.dilemma import Course, Dilemma, Path, Residue
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Choice, Passage, Playthrough, Structure, play_steps
from questfoundry.domain.story.report import count_decisions
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.stat import Stat, StatRange, format_value, ranges_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.minor_choices import find_clues_by_passage


@frozen(kw_only=True)
class InspectProjectUseCase:
    """A use case that computes the statistics of a project's story."""

    _registry: StageRegistry
    _store: ProjectStore

    def execute(self) -> Census:
        """Return the statistics; raise ``InputError`` if the project has no structure yet."""
        return inspect_story(self._registry.load_woven_story(self._store.artifacts))


def inspect_story(story: Story) -> Census:
    """Return the statistics of a story with a sound structure."""
    structure = story.existing_structure
    counter = _Counter(structure, count_passage_words(story), story=story)
    return counter.build_census(
        title=story.title,
        written_count=sum(passage.id in story.prose for passage in structure.passages),
        names={ending.id: ending.name for ending in story.endings},
        dilemmas=tuple(
            counter.count_dilemma(each, each.course, story)
            for each in story.dilemmas
            if each.course
        ),
        questions=tuple(_count_questions(story)),
        stats=tuple(count_stats(story, counter.solver)),
    )


def inspect_foreign(story: ForeignStory, *, max_steps: int = MAX_STEPS) -> Census:
    """Return the statistics of another program's story, or raise ``InputError``."""
    broken = next(check_form(story.structure), None)
    if broken is not None:
        raise InputError(f"{broken.problem} {broken.fix}", remedies=(SimpleAction.CHECK_STRUCTURE,))
    words = {name: Range(count, count) for name, count in story.words.items()}
    counter = _Counter(story.structure, words, max_steps)
    return counter.build_census(title=story.title, written_count=len(story.structure.passages))


_UNCOUNTED = "a player can loop forever, or too many flags are in use at the same time"


class _Counter:
    def __init__(
        self,
        structure: Structure,
        words: Mapping[str, Range],
        max_steps: int = MAX_STEPS,
        story: Story | None = None,
    ) -> None:
        self._structure = structure
        self._story = story
        self._words = words
        self.solver = Solver(structure, max_steps=max_steps)
        self._arcs = self.solver.count_playthroughs()

    def build_census(
        self,
        *,
        title: str,
        written_count: int,
        names: Mapping[str, str] = MappingProxyType({}),
        dilemmas: tuple[DilemmaCount, ...] = (),
        questions: tuple[QuestionCount, ...] = (),
        stats: tuple[StatCount, ...] = (),
    ) -> Census:
        passages = self._structure.passages
        nearest = self.solver.find_shortest_playthrough()
        longest = self.solver.find_longest_playthrough(max_work=self.solver.max_steps)
        return Census(
            title=title,
            passages=len(passages),
            choices=len(self._structure.choices),
            written=written_count,
            words=_sum_ranges(self._words[each.id] for each in passages if each.id in self._words),
            arcs=self._arcs.total if self._arcs else None,
            uncounted="" if self._arcs else _UNCOUNTED,
            decisions=count_decisions(self._structure),
            endings=tuple(self._count_endings(names)),
            dilemmas=dilemmas,
            questions=questions,
            stats=stats,
            pace=self._measure_pace(),
            shortest=None if nearest is None else self._build_route(nearest),
            longest=None if longest is None else self._build_route(longest),
            titles={passage.id: passage.title for passage in passages if passage.title},
        )

    def _measure_pace(self) -> PaceCount | None:
        pace = self.solver.measure_play_length()
        if pace is None:
            return None
        offered = (
            len({choice.label for choice in self._structure.selectable_choices(passage.id)})
            for passage in self._structure.passages
        )
        return PaceCount(
            screens=pace.screens,
            decisions=pace.decisions,
            onward=pace.single_choices,
            options=dict(sorted(Counter(each for each in offered if each > 1).items())),
        )

    def count_dilemma(self, dilemma: Dilemma, course: Course, story: Story) -> DilemmaCount:
        paths = [path for path in story.paths if path.dilemma == dilemma.id]
        taken = {path.id for path in paths}
        sources = (choice.source for choice in self._structure.choices if choice.takes in taken)
        return DilemmaCount(
            id=dilemma.id,
            question=dilemma.question,
            weight=course.weight,
            splits_end=story.splits_end(dilemma),
            forks=tuple(dict.fromkeys(sources)),
            paths=tuple(self._count_path(path, story) for path in paths),
        )

    def _count_path(self, path: Path, story: Story) -> PathCount:
        own = {beat.id for beat in story.beats if beat.path == path.id}
        return PathCount(
            id=path.id,
            answer=story.answer_of(path.id).text,
            residue=path.delayed_effect.residue if path.delayed_effect else None,
            passages=sum(
                bool(own.intersection(passage.beats)) or _has_heavy_residue(passage, path)
                for passage in self._structure.passages
            ),
            arcs=self._arcs.paths.get(path.id, self._arcs.total) if self._arcs else None,
        )

    def _count_endings(self, names: Mapping[str, str]) -> Iterator[EndingCount]:
        counts = Counter(passage.ending for passage in self._structure.passages if passage.ending)
        for ending, passages in counts.items():
            yield EndingCount(
                id=ending,
                name=names.get(ending, ending),
                passages=passages,
                arcs=self._arcs.endings[ending] if self._arcs else None,
            )

    def _build_route(self, choices: tuple[str, ...]) -> Route:
        steps = [*play_steps(self._structure, choices)]
        return Route(
            passages=steps[-1].passages,
            choices=choices,
            words=_sum_ranges(map(self._count_words_read, steps)),
        )

    def _count_words_read(self, here: Playthrough) -> Range:
        read = count_words_read(self._story, here.passage, here.flags) if self._story else None
        return read or self._words.get(here.passage, Range(0, 0))


def _sum_ranges(words: Iterable[Range]) -> Range:
    listed = tuple(words)
    return Range(sum(each.least for each in listed), sum(each.most for each in listed))


def _count_questions(story: Story) -> Iterator[QuestionCount]:
    here = find_clues_by_passage(story.existing_structure, story)
    for question, clues in groupby(story.clues, key=lambda each: each.question):
        found = list(clues)
        yield QuestionCount(
            question=question,
            clues=tuple(
                ClueCount(
                    id=each.id,
                    text=each.text,
                    answers=each.answers,
                    passages=tuple(passage for passage in here if each.id in here[passage]),
                )
                for each in found
            ),
            unanswered=found[0].open_endings,
        )


def _has_heavy_residue(passage: Passage, path: Path) -> bool:
    return any(
        trace.path == path.id and trace.residue is Residue.HEAVY for trace in passage.remembers
    )


def count_stats(story: Story, solver: Solver) -> Iterator[StatCount]:
    """Yield the moves and readings of each stat; ``story`` must have a structure."""
    choices = story.existing_structure.choices
    for stat in story.stats:
        yield StatCount(
            id=stat.id,
            name=stat.name,
            question=stat.question,
            raised_by=_list_labels(each for each in choices if each.moves.get(stat.id, 0) > 0),
            lowered_by=_list_labels(each for each in choices if each.moves.get(stat.id, 0) < 0),
            readings=tuple(_list_readings(story, stat, solver)),
        )


def _list_labels(choices: Iterator[Choice]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.label or each.id for each in choices))


def _list_readings(story: Story, stat: Stat, solver: Solver) -> Iterator[StatReading]:
    structure = story.existing_structure
    shares = solver.measure_values(stat.id) or {}
    for passage in structure.passages:
        readers = [("conditional text", each) for each in _list_read_ranges(story, passage)]
        for choice in structure.selectable_choices(passage.id):
            ranges = ranges_of(choice.requires, choice.forbids)
            readers += [(choice.label or choice.id, each) for each in ranges]
        values = shares.get(passage.id, {})
        for reader, wanted in readers:
            if wanted.stat == stat.id:
                here = sum(share for value, share in values.items() if wanted.includes(value))
                yield StatReading(
                    passage=passage.id,
                    reader=reader,
                    values=_format_range(wanted),
                    share=here / sum(values.values()) if values else None,
                )


def _list_read_ranges(story: Story, passage: Passage) -> Iterator[StatRange]:
    flags = passage.callback_flags | passage.conditional_flags
    flags |= {each.flag for each in story.paragraphs(passage.id)}
    return (each for flag in sorted(flags) for each in ranges_of([flag]))


def _format_range(wanted: StatRange) -> str:
    bounds = (("at least", wanted.at_least), ("at most", wanted.at_most))
    return " and ".join(
        f"{words} {format_value(value)}" for words, value in bounds if value is not None
    )
