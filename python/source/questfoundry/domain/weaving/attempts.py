"""Add attempts, whose outcome depends on a stat, and third answers to the last dilemma.

A third answer leads to an ending of its own.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.weaving.builder import build_id
from questfoundry.domain.weaving.endings import SIDES, LevelReading
from questfoundry.domain.weaving.flag_availability import find_varying_flags
from questfoundry.domain.weaving.minor_choices import divides_by_level, group_copies
from questfoundry.domain.weaving.readings import Shares, measure_stat, pick_threshold

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

    ``side``: the side that succeeds, "high" or "low".
    """

    passage: str
    label: str
    stat: str
    side: str
    success: WovenOutcome
    setback: WovenOutcome


def find_attempt_places(structure: Structure) -> Mapping[str, Sequence[str]]:
    """Return, by passage id, the stats that can decide an attempt there.

    An attempt rejoins in the next passage, so forks, hubs, topics, endings and passages with copies
    are left out. Each outcome must be possible for a fifth of random players.
    """
    hubs = {passage.hub for passage in structure.passages}
    single = {copies[0].id for copies in group_copies(structure.passages) if len(copies) == 1}
    stats = sorted({stat for choice in structure.choices for stat in choice.moves})
    values = {stat: measure_stat(structure, stat) for stat in stats}
    found: dict[str, Sequence[str]] = {}
    for passage in structure.passages:
        choices = structure.selectable_choices(passage.id)
        if passage.hub or passage.id in hubs or passage.id not in single or len(choices) < 2:
            continue
        if any(choice.takes for choice in choices) or divides_by_level(structure, passage.id):
            continue
        fitting = [stat for stat in stats if _divides(values[stat].get(passage.id, {}))]
        if fitting:
            found[passage.id] = fitting
    return found


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
    values = measure_stat(structure, attempt.stat)
    threshold = pick_threshold(values.get(attempt.passage, {}))
    if threshold is None:
        return structure
    reading = LevelReading(stat=attempt.stat, least=threshold)
    other = SIDES[attempt.side == SIDES[0]]
    outcomes = {attempt.side: attempt.success, other: attempt.setback}
    exits = list(_list_exits(structure.outgoing_choices(attempt.passage)))
    choices = list(structure.choices)
    last = max(at for at, each in enumerate(choices) if each.source == attempt.passage)
    choices[last + 1 : last + 1] = [
        *(_build_form(attempt, side, each, reading) for side, each in outcomes.items()),
        *(
            evolve(leaving, id=f"{leaving.id}--{slug_of(each.passage)}", source=each.passage)
            for each in outcomes.values()
            for leaving in exits
        ),
    ]
    passages = list(structure.passages)
    at = [each.id for each in passages].index(attempt.passage) + 1
    passages[at:at] = [Passage(id=each.passage, beats=(each.beat,)) for each in outcomes.values()]
    return evolve(structure, passages=tuple(passages), choices=tuple(choices))


def _build_form(
    attempt: WovenAttempt, side: str, outcome: WovenOutcome, reading: LevelReading
) -> Choice:
    form = Choice(
        id=build_id("choice", slug_of(attempt.passage), slug_of(outcome.passage)),
        source=attempt.passage,
        target=outcome.passage,
        label=attempt.label,
        grants={outcome.flag},
    )
    # The condition counts the value before the attempt, not the cost of its setback.
    return evolve(reading.add_to(form, side), moves=outcome.moves)


def _list_exits(choices: Sequence[Choice]) -> Iterator[Choice]:
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
    varying = find_varying_flags(structure)
    forks = [each for each in third.passages if third.needs in varying.get(each, ())]
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
