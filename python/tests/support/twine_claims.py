"""A comparison of a story's model with the experience of its players, place by place."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Choice
from tests.support.twine_programs import Played

State = tuple[str, frozenset[str]]
"""A passage, and the flags at its entry."""

_MOST_STATES = 4_000


@frozen(kw_only=True)
class Agreement:
    """The agreement between players and the model; ``false`` lists contradictions.

    In ``alike`` of the ``places``, players got exactly the modelled choices; from ``unsaid``
    places, players continued where the model declares a gap.
    """

    places: int
    alike: int
    unsaid: int
    false: tuple[str, ...]


def agreement(story: ForeignStory, seen: Played) -> Agreement:
    false = dict.fromkeys(_false_errors(story, seen))
    moves = _Moves(story)
    waiting = [(0, frozenset({(seen.met[0].passage, frozenset[str]())}))]
    known, places, alike, unsaid = set(waiting), set[int](), set[int](), set[int]()
    for number, states in waiting:
        met = seen.met[number]
        if met.exits is None:
            continue
        places.add(number)
        exits = {seen.met[to].passage for _, to in met.exits}
        fitting = [each for each in states if exits <= {at for _, (at, _) in moves.of(each)}]
        if not fitting and any(moves.may_do_more(each) for each in states):
            unsaid.add(number)
            fitting = list(states)
        if not fitting:
            said = sorted({f"{c.label} -> {c.target}" for s in states for c, _ in moves.of(s)})
            false[f"{met.passage!r} leads to {sorted(exits)}, and is said to {said}"] = None
        if number not in unsaid and any(moves.asked(each) <= exits for each in fitting):
            alike.add(number)
        for _, to in met.exits:
            at = seen.met[to].passage
            after = frozenset(then for s in fitting for _, then in moves.of(s) if then[0] == at)
            if after and (to, after) not in known and len(known) < _MOST_STATES:
                known.add((to, after))
                waiting.append((to, after))
    return Agreement(places=len(places), alike=len(alike), unsaid=len(unsaid), false=tuple(false))


class _Moves:
    """The moves that the model allows. A choice without a label may be text of its passage."""

    def __init__(self, story: ForeignStory) -> None:
        self._structure = story.structure
        self._known: dict[State, Sequence[tuple[Choice, State]]] = {}
        self._leading = {each.passage for each in story.unmodelled if each.can_jump}
        places = {each.id for each in story.structure.passages}
        self._anywhere = not self._leading <= places

    def of(self, state: State) -> Sequence[tuple[Choice, State]]:
        if state not in self._known:
            found, waiting = dict[tuple[Choice, State], None](), [state]
            for passage, flags in waiting:
                for each in self._structure.outgoing_choices(passage):
                    if each.requires <= flags and not each.forbids & flags:
                        then = each, (each.target, flags - each.clears | each.grants)
                        if then not in found and not each.label:
                            waiting.append(then[1])
                        found[then] = None
            self._known[state] = [*found]
        return self._known[state]

    def asked(self, state: State) -> set[str]:
        return {choice.target for choice, _ in self.of(state) if choice.label}

    def may_do_more(self, state: State) -> bool:
        read = {state[0], *(each.target for each, _ in self.of(state) if not each.label)}
        return self._anywhere or not self._leading.isdisjoint(read)


def _false_errors(story: ForeignStory, seen: Played) -> Iterator[str]:
    met = {each.passage for each in seen.met}
    stuck = {each.passage for each in seen.met if each.exits == ()}
    ways = {(e.passage, seen.met[to].passage) for e in seen.met for _, to in e.exits or ()}
    for each in check_foreign(story).errors:
        rule, place = each.item.rule, each.item.place
        if rule == Law.REACHED and place in met:
            yield f"{place!r} is reached"
        if rule == Law.STUCK and seen.whole and place in met - stuck:
            yield f"nobody is stuck in {place!r}"
        if rule == Law.OPENS:
            choice = story.structure.choice(place)
            others = [
                c
                for c in story.structure.outgoing_choices(choice.source)
                if c.target == choice.target
            ]
            if len(others) == 1 and (choice.source, choice.target) in ways:
                yield f"{place!r} is open"
