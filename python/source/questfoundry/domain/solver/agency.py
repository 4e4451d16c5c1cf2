"""Measure exactly how much each decision of a story changes what follows.

The measures are computed on the space of all states. One pass backwards finds the chances of the
endings from each state; one pass forwards finds how often a random player comes to each state. Both
passes cost one step for each move and ending.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from attrs import frozen

from questfoundry.domain.solver.space import Move, StateSpace

HEAVY = 0.15
"""The shift of the chances of the endings from which a decision counts as influential."""

_EPSILON = 1e-9
_Chances = tuple[float, ...]


@frozen(kw_only=True)
class OptionEffect:
    """An option of a decision, by the index of its choice.

    ``endings``: the chances of the endings for the players who take the option, by ending id. From
      there on, they choose at random.
    """

    choice: int
    endings: Mapping[str, float]


@frozen(kw_only=True)
class DecisionEffect:
    """The effect of the decision in one passage, for all players who have at least two options.

    ``passage``: the index of the passage.
    ``meetings``: how often a random player makes the decision, on average.
    ``shift``: the total variation distance between the chances of the endings (0 to 1), for the two
      options that differ most; the mean over all players.
    ``heavy``: the share of the players whose distance is at least ``HEAVY``.
    ``later``: the indices of all passages that the options lead to after the next screen.
    ``passages``, ``choices``: the indices of the passages that only some options can lead to, and
      of the choices that only some options can open, both after the next screen.
    """

    passage: int
    meetings: float
    shift: float
    heavy: float
    options: tuple[OptionEffect, ...]
    later: frozenset[int]
    passages: frozenset[int]
    choices: frozenset[int]


@frozen(slots=False)
class PlayerFlow:
    """The states of a finite story in topological order, with the share of random players in each.

    ``order`` lists the indices of the states, ``shares`` has one value for each state.
    """

    space: StateSpace
    order: Sequence[int]
    shares: Sequence[float]

    def share_endings(self) -> Mapping[str, float]:
        """Return the share of random players who come to each ending, by ending id."""
        found = dict.fromkeys(self._iter_endings(), 0.0)
        passages = self.space.graph.structure.passages
        for state, share in enumerate(self.shares):
            if ending := passages[self.space.passage[state]].ending:
                found[ending] += share
        return found

    def measure_decisions(self) -> tuple[DecisionEffect, ...]:
        """Measure the decisions, in the order of their passages."""
        endings = tuple(dict.fromkeys(self._iter_endings()))
        chances = self._compute_chances(endings)
        passages, choices = self._collect_reachable()
        states = defaultdict[int, list[int]](list)
        for state in self.order:
            if len(self.space.moves[state]) > 1:
                states[self.space.passage[state]].append(state)
        return tuple(
            _measure_decision(self, place, states[place], endings, chances, passages, choices)
            for place in sorted(states)
        )

    def measure_distances(self, flag: str, readings: Mapping[int, int], *, late: int) -> _Chances:
        """Return how often random players read texts for ``flag``, and how often they do so late.

        ``readings`` gives the number of such texts in each passage. A reading is late if the text
        comes at least ``late`` screens after the choice that granted the flag.
        """
        grants = {
            at
            for at, choice in enumerate(self.space.graph.structure.choices)
            if flag in choice.grants
        }
        # For each state, the share of players by the number of screens since they got the flag.
        since = defaultdict[int, list[float]](lambda: [0.0] * (late + 1))
        read = read_late = 0.0
        for state in self.order:
            held, moves = since.pop(state, None), self.space.moves[state]
            if held and (texts := readings.get(self.space.passage[state])):
                read += texts * sum(held)
                read_late += texts * held[late]
            lacking = self.shares[state] - sum(held or ())
            for move in moves:
                if held:
                    _age(since[move.state], held, len(moves))
                if move.choice in grants and lacking > _EPSILON:
                    since[move.state][1] += lacking / len(moves)
        return read, read_late

    def _iter_endings(self) -> Iterator[str]:
        passages = self.space.graph.structure.passages
        return (each.ending for each in passages if each.ending)

    def _compute_chances(self, endings: Sequence[str]) -> Sequence[_Chances]:
        space, chances = self.space, list[_Chances]([()] * len(self.order))
        passages = space.graph.structure.passages
        unit = {each: tuple(float(each == other) for other in endings) for each in ("", *endings)}
        for state in reversed(self.order):
            after = [chances[move.state] for move in space.moves[state]]
            chances[state] = _mean(after) if after else unit[passages[space.passage[state]].ending]
        return chances

    def _collect_reachable(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return masks of the passages and of the choices that players may meet from each state."""
        space = self.space
        passages, choices = [0] * len(self.order), [0] * len(self.order)
        for state in reversed(self.order):
            moves = space.moves[state]
            here = 1 << space.passage[state]
            passages[state] = reduce(or_, (passages[move.state] for move in moves), here)
            choices[state] = reduce(
                or_, (choices[move.state] | 1 << move.choice for move in moves), 0
            )
        return passages, choices


def trace_players(space: StateSpace) -> PlayerFlow | None:
    """Return the flow of random players, or ``None`` if states are missing or play can loop."""
    if not space.is_complete:
        return None
    order = space.order
    if order is None:
        return None
    shares = [0.0] * len(order)
    shares[0] = 1.0
    for state in order:
        targets = space.targets[state]
        for after in targets:
            shares[after] += shares[state] / len(targets)
    return PlayerFlow(space, order, shares)


def weigh_influence(decisions: Iterable[DecisionEffect]) -> float:
    """Return the share of all decisions of random players that are heavy."""
    meetings = heavy = 0.0
    for each in decisions:
        meetings += each.meetings
        heavy += each.meetings * each.heavy
    return heavy / meetings if meetings else 0.0


def _measure_decision(
    flow: PlayerFlow,
    place: int,
    states: Sequence[int],
    endings: Sequence[str],
    chances: Sequence[_Chances],
    passages: Sequence[int],
    choices: Sequence[int],
) -> DecisionEffect:
    moves_of, meetings = flow.space.moves, sum(flow.shares[state] for state in states)
    shift = heavy = 0.0
    all_passages = own_passages = own_choices = 0
    taken = defaultdict[int, list[float]](lambda: [0.0] * (len(endings) + 1))
    for state in states:
        moves, share = moves_of[state], flow.shares[state]
        distance = _find_greatest_distance([chances[move.state] for move in moves])
        shift += share * distance
        heavy += share * (distance >= HEAVY - _EPSILON)
        after = [_unite_after(moves_of[move.state], passages) for move in moves]
        all_passages |= reduce(or_, after)
        own_passages |= _find_differences(after)
        own_choices |= _find_differences(
            [_unite_after(moves_of[move.state], choices) for move in moves]
        )
        for move in moves:
            sums = taken[move.choice]
            for at, chance in enumerate((1.0, *chances[move.state])):
                sums[at] += share * chance
    return DecisionEffect(
        passage=place,
        meetings=meetings,
        shift=shift / meetings,
        heavy=heavy / meetings,
        options=tuple(
            OptionEffect(
                choice=choice,
                endings=dict(zip(endings, (each / total for each in sums), strict=True)),
            )
            for choice, (total, *sums) in sorted(taken.items())
        ),
        later=frozenset(_iter_indices(all_passages)),
        passages=frozenset(_iter_indices(own_passages)),
        choices=frozenset(_iter_indices(own_choices)),
    )


def _unite_after(moves: Sequence[Move], masks: Sequence[int]) -> int:
    return reduce(or_, (masks[move.state] for move in moves), 0)


def _age(since: list[float], before: Sequence[float], choices: int) -> None:
    """Add the players ``before`` to ``since``, one screen later; the last number is a maximum."""
    for screens, share in enumerate(before):
        since[min(screens + 1, len(since) - 1)] += share / choices


def _mean(chances: Sequence[_Chances]) -> _Chances:
    if len(chances) == 1:
        return chances[0]
    return tuple(sum(each) / len(chances) for each in zip(*chances, strict=True))


def _find_greatest_distance(chances: Sequence[_Chances]) -> float:
    return max(
        (compute_distance(one, other) for one, other in combinations({*chances}, 2)), default=0.0
    )


def compute_distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the total variation distance between two distributions, from 0 to 1."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / 2


def _find_differences(masks: Sequence[int]) -> int:
    """Return the bits that some of ``masks`` have and others lack."""
    common = reduce(lambda one, other: one & other, masks)
    return reduce(or_, masks) & ~common


def _iter_indices(mask: int) -> Iterator[int]:
    return (at for at in range(mask.bit_length()) if mask >> at & 1)
