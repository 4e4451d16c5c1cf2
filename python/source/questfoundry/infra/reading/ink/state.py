"""Where the machine that plays ink stands: its stack, what variables hold, the choices so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, evolve, field, frozen

from questfoundry.domain.story.foreign.expressions import (
    Condition,
    Expression,
    Truth,
    Variable,
    both,
    negated,
)
from questfoundry.infra.reading.ink.compiled import Container, Place
from questfoundry.infra.reading.ink.symbolic_values import (
    Held,
    InkText,
    Listed,
    either,
    expression,
    is_large,
    mapped,
    unknown,
)
from questfoundry.infra.reading.sugarcube_code import visit_counter_of

TUNNEL, FUNCTION = "tunnel", "function"


@define(eq=False)
class Frame:
    """What was called, and where it stands; the lowest one is the story itself."""

    kind: str
    at: Place | None
    temps: dict[str, Held] = field(factory=dict)
    calculates: bool = False

    def copy(self) -> Frame:
        """One that changes by itself."""
        return Frame(self.kind, self.at, dict(self.temps), self.calculates)


@define(eq=False)
class Thread:
    """A stack of calls, and where it stood a step before."""

    frames: list[Frame]
    before: Place | None = None

    def copy(self) -> Thread:
        """One that changes by itself."""
        return Thread([each.copy() for each in self.frames], self.before)


@frozen(eq=False, kw_only=True)
class Offered:
    """A choice that players are offered where the ``condition`` holds, and the stack behind it.

    ``fallback`` says that ink takes it by itself where no other is open.
    """

    token: tuple[Container, int]
    target: Container
    label: InkText
    condition: Condition
    fallback: bool
    thread: Thread


@define(eq=False, kw_only=True)
class State:
    """One way through a turn: ``asked`` is what must hold, in order, for players to be on it."""

    threads: list[Thread]
    held: dict[str, Expression] = field(factory=dict)
    lists: dict[str, Listed] = field(factory=dict)
    asked: tuple[Condition, ...] = ()
    stack: list[Held] = field(factory=list)
    texts: list[list[InkText]] = field(factory=list)
    choices: tuple[Offered, ...] = ()
    diverted: Place | None = None
    left_by: tuple[int, int] | None = None
    """The token by which a tunnel is left for elsewhere."""

    @property
    def thread(self) -> Thread:
        """The one that runs."""
        return self.threads[-1]

    @property
    def frame(self) -> Frame:
        """What runs."""
        return self.threads[-1].frames[-1]

    @property
    def at(self) -> Place:
        """Where that stands; what stands nowhere does not run."""
        if self.frame.at is None:
            raise ValueError("Nothing runs")
        return self.frame.at

    @property
    def order(self) -> tuple[int, int, int]:
        """What comes earlier runs first, so that ways that part meet again."""
        at = self.frame.at
        depth, index = (at.container.depth, at.index) if at else (0, 0)
        return (-sum(len(each.frames) for each in self.threads), -depth, index)

    @property
    def meets(self) -> tuple[object, ...]:
        """The same of two states that go on alike."""
        return (
            *((each.at, each.kind, each.calculates) for t in self.threads for each in t.frames),
            len(self.threads),
            len(self.stack),
            len(self.texts),
        )

    def copy(self) -> State:
        """One that changes by itself."""
        return State(
            threads=[each.copy() for each in self.threads],
            held=dict(self.held),
            lists=dict(self.lists),
            asked=self.asked,
            stack=list(self.stack),
            texts=[list(each) for each in self.texts],
            choices=self.choices,
            diverted=self.diverted,
            left_by=self.left_by,
        )

    def where(self, condition: Condition) -> State:
        """The same, for those of whom that holds, too."""
        other = self.copy()
        other.asked = (*self.asked, condition)
        return other

    def read(self, name: str) -> Expression:
        """What the variable holds, by what it held when the turn began."""
        return self.held.get(name, Variable(name))

    def visit(self, container: Container, *, at_start: bool) -> None:
        """Count that it was entered, where it counts that."""
        if container.visits and (at_start or not container.start_only):
            name = visit_counter_of(container.path)
            self.held[name] = mapped(self.read(name), 1)

    def visit_changed(self) -> None:
        """Count what was entered by a divert to where it stands now."""
        at, before = self.frame.at, self.thread.before
        if at is None or at.index < 0:
            return
        left = set[int]()
        here = before.inner if before else None
        while here:
            left.add(id(here))
            here = here.parent
        child: object = at.held
        if child is None:
            return
        container: Container | None = at.container
        at_start = True
        while container and (id(container) not in left or container.start_only):
            at_start = at_start and bool(container.content) and child is container.content[0]
            self.visit(container, at_start=at_start)
            child, container = container, container.parent


def met(states: Sequence[State]) -> list[State]:
    """The states, those joined between which one condition was all that told them apart."""
    waiting = sorted(states, key=lambda each: -len(each.asked))
    joined = True
    while joined and len(waiting) > 1:
        joined = False
        by_sides: dict[tuple[Condition, ...], State] = {}
        for state in waiting:
            if not state.asked:
                continue
            *before, last = state.asked
            other = by_sides.get((*before, negated(last)))
            if other is not None and other in waiting:
                waiting = [each for each in waiting if each is not state and each is not other]
                waiting.append(_joined(last, state, other))
                joined = True
                break
            by_sides[state.asked] = state
    return waiting


def _joined(condition: Condition, yes: State, no: State) -> State:
    """The state of both, by whether the condition holds."""
    one = yes.copy()
    one.asked = yes.asked[:-1]
    for name in dict.fromkeys([*yes.held, *no.held]):
        one.held[name] = expression(either(condition, yes.read(name), no.read(name)))
    for name in dict.fromkeys([*yes.lists, *no.lists]):
        found = either(
            condition,
            yes.lists.get(name, Listed(base=name)),
            no.lists.get(name, Listed(base=name)),
        )
        one.lists[name] = found if isinstance(found, Listed) else Listed(base=unknown(name).name)
    one.stack = [either(condition, a, b) for a, b in zip(yes.stack, no.stack, strict=True)]
    one.texts = [_texts(a, b) for a, b in zip(yes.texts, no.texts, strict=True)]
    for thread, a, b in zip(one.threads, yes.threads, no.threads, strict=True):
        thread.before = a.before
        for frame, left, right in zip(thread.frames, a.frames, b.frames, strict=True):
            for name in dict.fromkeys([*left.temps, *right.temps]):
                if name in left.temps and name in right.temps:
                    frame.temps[name] = either(condition, left.temps[name], right.temps[name])
                else:
                    frame.temps[name] = unknown(name)
    one.choices = tuple(_choices(condition, yes.choices, no.choices))
    return one


def _texts(one: Sequence[InkText], other: Sequence[InkText]) -> list[InkText]:
    if list(one) == list(other):
        return list(one)
    same = [a for a, b in zip(one, other, strict=False) if a == b]
    alike = same == list(one[: len(same)]) == list(other[: len(same)])
    return [*(same if alike else ()), InkText("…", whole=False)]


def _choices(
    condition: Condition, yes: Sequence[Offered], no: Sequence[Offered]
) -> Iterable[Offered]:
    both_have = {id(each) for each in yes} & {id(each) for each in no}
    for each in yes:
        own = id(each) not in both_have
        yield evolve(each, condition=_narrow(condition, each)) if own else each
    for each in no:
        if id(each) not in both_have:
            yield evolve(each, condition=_narrow(negated(condition), each))


def _narrow(condition: Condition, choice: Offered) -> Condition:
    found = both(condition, choice.condition)
    return Truth(unknown("a long condition")) if is_large(found) else found
