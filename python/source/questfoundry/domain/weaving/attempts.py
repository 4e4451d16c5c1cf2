"""Add attempts, whose outcome depends on a stat, and third answers to the last dilemma.

A third answer leads to an ending of its own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import evolve, field, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.weaving.builder import build_id
from questfoundry.domain.weaving.endings import SIDES, LevelReading
from questfoundry.domain.weaving.flag_availability import find_possible_flags
from questfoundry.domain.weaving.minor_choices import divides_by_level, group_copies
from questfoundry.domain.weaving.readings import Shares, measure_stat, pick_threshold, sum_shares

FEWEST = 0.2
"""The smallest share of random players whose attempt may succeed, or fail."""


@frozen(kw_only=True)
class WovenOutcome:
    """One outcome of an attempt: its passage with one beat, and the flag that it sets."""

    passage: str
    beat: str
    flag: str
    moves: Mapping[str, int] = field(factory=dict[str, int], hash=False)


@frozen(kw_only=True)
class WovenAttempt:
    """An option of ``passage`` that succeeds for players at one side of ``stat`` (an id).

    If ``passage`` is a played scene, each of its turns offers the option.

    ``side``: the side that succeeds, "high" or "low".
    """

    passage: str
    label: str
    stat: str
    side: str
    success: WovenOutcome
    setback: WovenOutcome

    @property
    def outcomes(self) -> Mapping[str, WovenOutcome]:
        """The outcomes by the side of the stat that leads there, first the success."""
        return {self.side: self.success, SIDES[self.side == SIDES[0]]: self.setback}


def find_attempt_places(
    structure: Structure, scenes: Mapping[str, str] = MappingProxyType({})
) -> Mapping[str, Sequence[str]]:
    """Return, by passage id, the stats that can decide an attempt there.

    An attempt rejoins in the next passage, so forks, hubs, topics, endings and passages with copies
    are left out. Only the stat of a played scene can decide the attempt that closes the scene;
    ``scenes`` has these stats by passage id. Each outcome must be possible for a fifth of random
    players.
    """
    hubs = {passage.hub for passage in structure.passages}
    single = {copies[0].id for copies in group_copies(structure.passages) if len(copies) == 1}
    stats = sorted({stat for choice in structure.choices for stat in choice.moves})
    found: dict[str, Sequence[str]] = {}
    for passage in structure.passages:
        choices = structure.selectable_choices(passage.id)
        if passage.hub or passage.id not in single or len(choices) < 2:
            continue
        if passage.id in hubs and passage.id not in scenes:
            continue
        if any(choice.takes for choice in choices) or divides_by_level(structure, passage.id):
            continue
        possible = [scenes[passage.id]] if passage.id in scenes else stats
        fitting = [each for each in possible if _divides(_measure(structure, each, passage.id))]
        if fitting:
            found[passage.id] = fitting
    return found


def _list_offering_passages(structure: Structure, passage: str) -> Sequence[str]:
    """Return the passages that offer an attempt at ``passage``: of a hub, the topics."""
    return [each.id for each in structure.passages if each.hub == passage] or [passage]


def _measure(structure: Structure, stat: str, passage: str) -> Shares:
    """Return how often random players have each value where they can make the attempt."""
    values = measure_stat(structure, stat)
    return sum_shares(values.get(each, {}) for each in _list_offering_passages(structure, passage))


def _divides(shares: Shares) -> bool:
    threshold = pick_threshold(shares)
    if threshold is None:
        return False
    above = sum(part for value, part in shares.items() if value >= threshold)
    return FEWEST <= above / sum(shares.values()) <= 1 - FEWEST


def add_attempt(structure: Structure, attempt: WovenAttempt) -> Structure:
    """Return ``structure`` with ``attempt`` added to its passage.

    The option has two forms with complementary conditions, so that each player sees it once. Each
    form leads to its own passage, which rejoins where the other options of the passage lead.
    """
    threshold = pick_threshold(_measure(structure, attempt.stat, attempt.passage))
    if threshold is None:
        return structure
    reading = LevelReading(stat=attempt.stat, least=threshold)
    sources = _list_offering_passages(structure, attempt.passage)
    choices = list(structure.choices)
    last = 0
    for source in sources:
        forms = [*_build_forms(structure, attempt, source, reading)]
        last = max(at for at, each in enumerate(choices) if each.source == source)
        choices[last + 1 : last + 1] = forms
        last += len(forms)
    exits = [
        each
        for each in structure.outgoing_choices(sources[0])
        if structure.passage(each.target).hub != attempt.passage
    ]
    choices[last + 1 : last + 1] = [
        evolve(leaving, id=f"{leaving.id}--{slug_of(each.passage)}", source=each.passage)
        for each in attempt.outcomes.values()
        for leaving in list_exits(exits)
    ]
    passages = list(structure.passages)
    at = max(at for at, each in enumerate(passages) if each.id in sources) + 1
    passages[at:at] = [
        Passage(id=each.passage, beats=(each.beat,)) for each in attempt.outcomes.values()
    ]
    return evolve(structure, passages=tuple(passages), choices=tuple(choices))


def _build_forms(
    structure: Structure, attempt: WovenAttempt, source: str, reading: LevelReading
) -> Iterator[Choice]:
    """Yield the forms of the option in the passage ``source``.

    After a turn of a played scene, all players can be at one side. Then there is only one form.
    """
    values = measure_stat(structure, attempt.stat).get(source, {})
    possible = {SIDES[value < reading.least] for value, share in values.items() if share}
    for side, outcome in attempt.outcomes.items():
        form = Choice(
            id=build_id("choice", slug_of(source), slug_of(outcome.passage)),
            source=source,
            target=outcome.passage,
            label=attempt.label,
            grants={outcome.flag},
        )
        if side in possible:
            form = reading.add_to(form, side) if len(possible) > 1 else form
            # The condition counts the value before the attempt, not the cost of its setback.
            yield evolve(form, moves=outcome.moves)


def list_exits(choices: Iterable[Choice]) -> Iterator[Choice]:
    """Yield one exit without label, flags and moves for each different target and condition."""
    seen = set[tuple[str, frozenset[str], frozenset[str]]]()
    for each in choices:
        key = each.target, each.requires, each.forbids
        if key not in seen:
            seen.add(key)
            yield evolve(
                each, id=build_id("choice", slug_of(each.id), "on"), label="", grants=(), moves={}
            )


@frozen(kw_only=True)
class WovenThird:
    """A third answer at the fork ``passages`` (copies of each other), which ends the story.

    ``needs``: the flag that the option requires.
    ``flag``: the flag that it sets.
    ``name``: the slug from which the ids of its two passages, their beats and its ending are made.
    """

    passages: Collection[str]
    label: str
    closed: str
    needs: str
    flag: str
    name: str

    @property
    def deed(self) -> str:
        """The id of the beat in which the player carries out the third answer."""
        return f"beat::{self.name}"

    @property
    def closing(self) -> str:
        """The id of the last beat of the ending."""
        return f"beat::{self.name}-end"

    @property
    def deed_passage(self) -> str:
        """The id of the passage with the beat ``deed``."""
        return f"passage::{self.name}"

    @property
    def end_passage(self) -> str:
        """The id of the passage in which the story ends."""
        return f"passage::{self.name}-end"

    @property
    def ending(self) -> str:
        """The id of the ending."""
        return f"ending::{self.name}"


def add_third(structure: Structure, third: WovenThird) -> Structure:
    """Return ``structure`` with the option ``third`` where players can hold its flag."""
    possible = find_possible_flags(structure)
    forks = [
        passage
        for passage in third.passages
        if any(third.needs in possible[each.id] for each in structure.outgoing_choices(passage))
    ]
    choices = list(structure.choices)
    for fork in forks:
        last = max(at for at, each in enumerate(choices) if each.source == fork)
        choices.insert(
            last + 1,
            Choice(
                id=build_id("choice", slug_of(fork), third.name),
                source=fork,
                target=third.deed_passage,
                label=third.label,
                closed=third.closed,
                requires={third.needs},
                grants={third.flag},
            ),
        )
    choices.append(
        Choice(
            id=build_id("choice", third.name, "on"),
            source=third.deed_passage,
            target=third.end_passage,
        )
    )
    passages = (
        *structure.passages,
        Passage(id=third.deed_passage, beats=(third.deed,)),
        Passage(id=third.end_passage, beats=(third.closing,), ending=third.ending),
    )
    return evolve(structure, passages=passages, choices=tuple(choices)) if forks else structure
