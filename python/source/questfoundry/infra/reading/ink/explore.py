"""Goes through a compiled story from place to place, on all ways that it may take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, evolve, field

from questfoundry.domain.story.foreign.expressions import (
    Condition,
    Expression,
    Settings,
    Variable,
    negated,
    text,
)
from questfoundry.infra.reading.ink.compiled import CompiledStory, Container, Place
from questfoundry.infra.reading.ink.memory import Memory, temp
from questfoundry.infra.reading.ink.places import DECLARATIONS, is_chosen, is_gathered, named, owner
from questfoundry.infra.reading.ink.state import TUNNEL, Frame, Offered, State, Thread
from questfoundry.infra.reading.ink.stop_positions import CALLED, InkLead, InkPlace
from questfoundry.infra.reading.ink.symbolic_values import (
    NEVER,
    InkText,
    Listed,
    Pointer,
    expression,
    is_unknown,
    joined,
    member,
    of_truth,
    unknown,
)
from questfoundry.infra.reading.ink.turn import MOST_STEPS, EndlessInkError, InkTurn, InkWay, Stop

MOST_PLACES = 20_000
"""The most places of one story."""

STEPS, LEADS = 50_000, 5_000
"""How far a small story is followed, and how many ways out of places it has at most."""

STEPS_EACH = 5
"""How many steps more there are for all that a story holds; of ways, one."""

MOST_STACKS = 24
"""From how many places one place is called, for all of them to be told apart."""

MOST_ITEMS_KNOWN = 500
"""The most items that all lists of a story have together, for anything to be known of lists."""


START, FALLBACK = "(start)", "fallback"
_SHOWN = 40


@define(eq=False)
class Explorer:
    """All places of a story, by the container and what was given to it."""

    story: CompiledStory
    found: dict[tuple[int, int, int], InkPlace] = field(factory=dict)
    inside: set[int] = field(factory=set)
    first: dict[str, Expression] = field(factory=dict)
    spoiled: set[str] = field(factory=set)
    _globals: dict[str, bool] = field(factory=dict)
    _arrows: list[str] = field(factory=list)
    _calls: dict[str, tuple[Frame, ...]] = field(factory=lambda: {"": ()})
    _names: set[str] = field(factory=set)
    _given: set[str] = field(factory=set)
    _waiting: list[tuple[InkPlace, str]] = field(factory=list)
    _left: int = field()
    _leads_left: int = field()

    @_left.default
    def _all_steps(self) -> int:
        return STEPS + STEPS_EACH * self.story.size

    @_leads_left.default
    def _all_leads(self) -> int:
        return LEADS + self.story.size

    def explore(
        self, others: Iterable[Container], arrows: Iterable[str], names: Iterable[str]
    ) -> InkPlace:
        """The first place. ``others`` are explored after all that can be met, if they were not.

        ``arrows`` are the paths that variables may hold, ``names`` are kept for authors' places.
        """
        self._names = {*names}
        self._arrows = [*arrows]
        self._declare()
        first = self._stopped(Place(self.story.root, 0), START, 0)
        self._visit(first, "")
        self._run()
        for container in others:
            if id(container) not in self.inside:
                name = named(container) if container is owner(container) else ""
                self._visit(self._stopped(Place(container, 0), name, 0), "")
                self._run()
        return first

    def _declare(self) -> None:
        decl = self.story.root.named.get(DECLARATIONS)
        if decl is None:
            return
        turn = self._turn()
        try:
            turn.play(State(threads=[Thread([Frame(TUNNEL, Place(decl, 0))])]))
        except EndlessInkError:
            return
        for way in turn.ways:
            self._globals |= dict.fromkeys(way.state.held, False)
            # Of long lists nothing is known: each item would be a variable.
            known = len(self.story.items) <= MOST_ITEMS_KNOWN
            self._globals |= dict.fromkeys(way.state.lists, known)
            self.spoiled |= set() if known else way.state.lists.keys()
            self.first |= self._settings(way.state, way.state.thread, 0)

    def _turn(self) -> InkTurn:
        return InkTurn(memory=Memory(story=self.story, globals=self._globals), arrows=self._arrows)

    def _run(self) -> None:
        while self._waiting:
            place, stack = self._waiting.pop()
            self._play(place, stack)

    def _play(self, stopped: InkPlace, stack: str) -> None:
        turn = self._turn()
        turn.steps = max(0, MOST_STEPS - self._left)
        begun = turn.steps
        frames = [each.copy() for each in self._calls[stack]]
        start = State(threads=[Thread([*frames, Frame(TUNNEL, stopped.place)])])
        start.stack = [Variable(_given(number)) for number in range(stopped.given)]
        try:
            if len(self.found) > MOST_PLACES or self._leads_left <= 0:
                raise EndlessInkError
            turn.play(start)
        except EndlessInkError:
            turn.ways.clear()
            turn.notes[f"what happens in {stopped.name!r} is too much to be followed"] = True
        self._left -= turn.steps - begun
        stopped.texts |= turn.memory.texts
        stopped.looked_at |= turn.memory.looked_at
        stopped.notes |= turn.notes
        self.inside |= turn.inside
        for way in turn.ways:
            stopped.runs_out = stopped.runs_out or way.stop is Stop.RAN_OUT
            leads = list(self._leads(way, stack))
            self._leads_left -= len(leads)
            stopped.leads.extend(leads)

    def _leads(self, way: InkWay, stack: str) -> Iterator[InkLead]:
        state = way.state
        asked = joined(*state.asked)
        if asked == NEVER:
            return
        if way.stop is Stop.WENT_ON:
            yield self._lead(way.by, state.at, state, state.thread, InkText(""), asked, stack)
            return
        closed = list[Condition]()
        for fallback in (False, True):
            for each in state.choices:
                if each.fallback is fallback:
                    condition = joined(asked, each.condition, *(closed if fallback else ()))
                    if condition != NEVER:
                        yield self._chosen(each, state, condition, stack)
                    if fallback:
                        closed.append(negated(each.condition))
            if not fallback:
                closed = [negated(each.condition) for each in state.choices if not each.fallback]
        over = joined(asked, *closed)
        if way.stop is not Stop.RAN_OUT and over != NEVER:
            yield InkLead(
                by=(0, 0),
                target=None,
                label=InkText(""),
                condition=over,
                settings={},
                stack=stack,
                promised=not state.choices,
            )

    def _chosen(self, choice: Offered, state: State, condition: Condition, stack: str) -> InkLead:
        after = state.copy()
        after.threads = [choice.thread.copy()]
        after.stack = []
        after.frame.at = Place(choice.target, 0)
        after.visit_changed()
        container, index = choice.token
        place = Place(choice.target, 0)
        label = InkText("") if choice.fallback else choice.label
        lead = self._lead(
            (id(container), index), place, after, after.thread, label, condition, stack
        )
        if choice.fallback:
            if lead.target:
                lead.target.promised = False
            return evolve(lead, promised=False)
        return lead

    def _lead(
        self,
        by: tuple[int, int],
        place: Place,
        state: State,
        thread: Thread,
        label: InkText,
        condition: Condition,
        stack: str,
    ) -> InkLead:
        calls = self._calls_of(thread)
        given = len(state.stack)
        target = self._stopped(place, label.text or FALLBACK, given)
        self._visit(target, calls)
        settings = dict(self._settings(state, thread, given))
        if calls != stack:
            settings[CALLED] = text(calls)
        return InkLead(
            by=by,
            target=target,
            label=label,
            condition=condition,
            settings=settings,
            stack=stack,
        )

    def _visit(self, stopped: InkPlace, stack: str) -> None:
        if stack in stopped.stacks:
            return
        if len(stopped.stacks) == MOST_STACKS:
            stopped.notes[f"where {stopped.name!r} is called from is too much to be followed"] = (
                True
            )
            return
        stopped.stacks.append(stack)
        self._waiting.append((stopped, stack))

    def _stopped(self, place: Place, hint: str, given: int) -> InkPlace:
        key = (id(place.container), place.index, given)
        if key not in self.found:
            self.inside.add(id(place.container))
            self.found[key] = InkPlace(place=place, name=self._name(place, hint), given=given)
        return self.found[key]

    def _name(self, place: Place, hint: str) -> str:
        container = place.container
        of = named(container) or START
        if container.parent is None and place.index == 0:
            name = START
        elif place.index > 0:
            name = f"{of} (after {_tunnel_before(place)})"
        elif is_chosen(container):
            name = f"{of}: {_short(hint)}"
        elif is_gathered(container):
            name = f"{of} (gather {int(container.name[2:]) + 1})"
        else:
            name = of
            if name not in self._given:
                self._given.add(name)
                return name
        number, unique = 1, name
        while unique in self._names:
            number += 1
            unique = f"{name} #{number}"
        self._names.add(unique)
        return unique

    def _calls_of(self, thread: Thread) -> str:
        frames = tuple(Frame(each.kind, each.at) for each in thread.frames[:-1])
        name = ", ".join(
            f"{each.at.container.path} {each.at.index}" if each.at else "" for each in frames
        )
        self._calls.setdefault(name, frames)
        return name

    def _settings(self, state: State, thread: Thread, given: int) -> Settings:
        """What is held from here on, by what was held when the turn began."""
        found = {name: each for name, each in state.held.items() if each != Variable(name)}
        for name, each in state.lists.items():
            found |= self._items(name, each)
        for depth, frame in enumerate(thread.frames, start=1):
            for name, held in frame.temps.items():
                if name.startswith("$"):
                    continue
                if isinstance(held, Pointer):
                    # What is changed through it later is not seen.
                    self.spoiled.add(held.name)
                found[temp(name, depth)] = (
                    unknown(name) if isinstance(held, Pointer) else expression(held)
                )
        for place, held in enumerate(state.stack[:given]):
            found[_given(place)] = expression(held)
        return found

    def _items(self, name: str, held: Listed) -> Settings:
        found: dict[str, Expression] = {}
        for item in self.story.items if held.base != name else held.known:
            variable = member(name, item)
            if item not in held.known and is_unknown(held.base):
                found[variable] = unknown(name)
            else:
                has = of_truth(held.has(item))
                if has != of_truth(Listed(base=name).has(item)):
                    found[variable] = has
        return found


def _given(place: int) -> str:
    return f"what is given {place + 1}"


def _short(label: str) -> str:
    return label if len(label) <= _SHOWN else f"{label[: _SHOWN - 1].rstrip()}…"


def _tunnel_before(place: Place) -> str:
    content: Sequence[object] = place.container.content
    for token in reversed(content[: place.index]):
        if isinstance(token, dict) and "->t->" in token:
            return str(token["->t->"]).rpartition("^.")[2]
    return "a tunnel"
