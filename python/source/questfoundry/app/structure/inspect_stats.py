"""List the choices that move each stat of a story, and the conditions that read the stat."""

from collections.abc import Iterator

from questfoundry.app.structure.census import StatCount, StatReading
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.stat import Stat, StatRange, format_value, ranges_of
from questfoundry.domain.story.story import Story


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
