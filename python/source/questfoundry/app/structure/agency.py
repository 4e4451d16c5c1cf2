"""Measure how much the choices of a story matter: the agency of its players.

The figures of the endings, the callbacks and the flags are exact, unless the story is too large.
Only the share of words that differ is estimated, from random playthroughs with a fixed seed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import frozen

from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.random_players import RandomPlayers
from questfoundry.domain.ids import kind_of
from questfoundry.domain.solver import DecisionEffect, PlayerFlow, Solver, weigh_influence
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.stat import read_level
from questfoundry.domain.story.story import Story

LATE = 3
"""The number of screens between a choice and a callback from which the callback counts as late."""

_MAX_WORK = 400_000
"""The limit on moves times flags for the exact distances of callbacks."""

_Texts = Mapping[str, Sequence[ProseParagraph]]


@frozen(kw_only=True)
class AgencyFigure:
    """A figure from 0 to 1, and whether it is exact or estimated from random playthroughs."""

    value: float
    exact: bool


@frozen(kw_only=True)
class OptionAgency:
    """An option of a decision.

    ``chances``: the chances of the endings after this option, by ending id.
    ``changes``: how much each of these chances differs from its mean over all options.
    """

    choice: str
    label: str
    chances: Mapping[str, float]
    changes: Mapping[str, float]


@frozen(kw_only=True)
class DifferenceCount:
    """The numbers of passages, options and conditional paragraphs that only some options lead to.

    For the next screen, only passages and paragraphs count.
    """

    passages: int
    options: int
    paragraphs: int


@frozen(kw_only=True)
class DecisionAgency:
    """A decision: what differs on the next screen and later, by the option that players take.

    ``meetings``: how often a random player makes the decision, on average.
    ``shift``: by how much the two options that differ most shift the chances of the endings (0 to
      1); the mean over the players who make the decision.
    ``influence``: the share of these players whose shift is at least 0.15.
    """

    passage: str
    title: str
    meetings: float
    shift: float
    influence: float
    next: DifferenceCount
    later: DifferenceCount
    options: tuple[OptionAgency, ...]


@frozen(kw_only=True)
class StoryAgency:
    """The agency of a story's players.

    ``decisions``: how many decisions a random player makes, on average.
    ``influence``: the share of decisions that shift the chances of the endings by 0.15 or more.
    ``differs``: the share of words that another player who answers all dilemmas alike does not
      read; ``None`` if the story has no prose or no two players answer alike.
    ``memory``: the share of callbacks that come three screens after their choice or later.
    ``opens``: the share of choice flags that an option of another passage requires.
    ``endings``: the names of the endings, by id.
    ``choices``: all decisions; empty if they could not be measured exactly.
    """

    decisions: AgencyFigure
    influence: AgencyFigure
    differs: AgencyFigure | None
    memory: AgencyFigure | None
    opens: AgencyFigure
    endings: Mapping[str, str]
    choices: tuple[DecisionAgency, ...]


@frozen(kw_only=True)
class MeasureAgencyUseCase:
    """A use case that measures the agency of the players of a project's story."""

    _registry: StageRegistry
    _store: ProjectStore

    def execute(self) -> StoryAgency:
        """Return the figures; raise ``InputError`` if the project has no structure yet."""
        return measure_agency(self._registry.load_woven_story(self._store.artifacts))


def measure_agency(story: Story) -> StoryAgency:
    """Measure the agency of the players of a story with a sound structure."""
    structure = story.existing_structure
    texts = {each.id: story.paragraphs(each.id) for each in structure.passages}
    players, flow = RandomPlayers(structure, texts), Solver(structure).trace_players()
    effects = flow.measure_decisions() if flow else ()
    difference = players.estimate_difference() if story.prose else None
    return StoryAgency(
        decisions=_exactly(sum(each.meetings for each in effects))
        if flow
        else _roughly(players.estimate_decisions()),
        influence=_exactly(weigh_influence(effects))
        if flow
        else _roughly(players.estimate_influence()),
        differs=None if difference is None else _roughly(difference),
        memory=_measure_memory(structure, texts, flow, players) if story.prose else None,
        opens=_exactly(_measure_openings(structure)),
        endings={
            each.ending: story.ending_name(each.ending)
            for each in structure.passages
            if each.ending
        },
        choices=tuple(_describe_decision(structure, texts, each) for each in effects),
    )


def _exactly(value: float) -> AgencyFigure:
    return AgencyFigure(value=value, exact=True)


def _roughly(value: float) -> AgencyFigure:
    return AgencyFigure(value=value, exact=False)


def _measure_memory(
    structure: Structure, texts: _Texts, flow: PlayerFlow | None, players: RandomPlayers
) -> AgencyFigure:
    """Return the share of callbacks that come at least ``LATE`` screens after the choice."""
    readings: dict[str, dict[int, int]] = {}
    for place, passage in enumerate(structure.passages):
        for flag in _list_choice_flags(texts[passage.id]):
            counts = readings.setdefault(flag, {})
            counts[place] = counts.get(place, 0) + 1
    if flow is None or sum(map(len, flow.space.moves)) * len(readings) > _MAX_WORK:
        distances = [each for flag, each in players.list_distances() if _is_choice_flag(flag)]
        return _roughly(sum(each >= LATE for each in distances) / max(1, len(distances)))
    found = [flow.measure_distances(flag, counts, late=LATE) for flag, counts in readings.items()]
    read = sum(each for each, _ in found)
    return _exactly(sum(each for _, each in found) / read if read else 0.0)


def _list_choice_flags(paragraphs: Iterable[ProseParagraph]) -> list[str]:
    return [each.flag for each in paragraphs if _is_choice_flag(each.flag)]


def _is_choice_flag(flag: str) -> bool:
    return bool(flag) and kind_of(flag) == CHOICE_FLAG


def _measure_openings(structure: Structure) -> float:
    """Return the share of the choice flags that an option of another passage asks for.

    An option also asks for a flag if it reads a stat that moves when players get the flag.
    """
    sources: dict[str, set[str]] = {}
    stats: dict[str, set[str]] = {}
    for choice in structure.choices:
        for flag in filter(_is_choice_flag, choice.grants):
            sources.setdefault(flag, set()).add(choice.source)
            stats.setdefault(flag, set()).update(choice.moves)
    reading: dict[str, set[str]] = {}
    for choice in structure.choices:
        for flag in choice.requires | choice.forbids:
            level = read_level(flag)
            if level or flag in choice.requires:
                reading.setdefault(level.stat if level else flag, set()).add(choice.source)
    opening = [
        flag
        for flag, places in sources.items()
        if any(reading.get(each, set()) - places for each in (flag, *stats[flag]))
    ]
    return len(opening) / len(sources) if sources else 0.0


def _describe_decision(
    structure: Structure, texts: _Texts, effect: DecisionEffect
) -> DecisionAgency:
    passage = structure.passages[effect.passage]
    choices = [structure.choices[each.choice] for each in effect.options]
    flags = (
        frozenset[str]()
        .union(*(each.grants for each in choices))
        .difference(frozenset.intersection(*(each.grants for each in choices)))
    )
    next_ids = {each.target for each in choices}
    later_ids = [structure.passages[each].id for each in effect.later]
    mean = {
        ending: sum(each.endings[ending] for each in effect.options) / len(effect.options)
        for ending in effect.options[0].endings
    }
    return DecisionAgency(
        passage=passage.id,
        title=passage.title,
        meetings=effect.meetings,
        shift=effect.shift,
        influence=effect.heavy,
        next=DifferenceCount(
            passages=len(next_ids) if len(next_ids) > 1 else 0,
            options=0,
            paragraphs=_count_paragraphs(texts, next_ids, flags),
        ),
        later=DifferenceCount(
            passages=len(effect.passages),
            options=len(effect.choices),
            paragraphs=_count_paragraphs(texts, later_ids, flags),
        ),
        options=tuple(
            OptionAgency(
                choice=choice.id,
                label=choice.label,
                chances=option.endings,
                changes={each: chance - mean[each] for each, chance in option.endings.items()},
            )
            for choice, option in zip(choices, effect.options, strict=True)
        ),
    )


def _count_paragraphs(texts: _Texts, passages: Iterable[str], flags: Collection[str]) -> int:
    return sum(each.flag in flags for name in passages for each in texts[name])
