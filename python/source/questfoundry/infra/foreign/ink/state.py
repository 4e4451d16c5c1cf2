"""Define the state of a symbolic execution of ink: call stacks, variables and offered choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, evolve, field, frozen

from questfoundry.domain.story.foreign.expressions import (
    Condition,
    Expression,
    Variable,
    conjoin,
    negate,
)
from questfoundry.infra.foreign.ink.compiled import Container, Place
from questfoundry.infra.foreign.ink.symbolic_values import (
    InkList,
    InkText,
    InkValue,
    add_number,
    convert_to_expression,
    limit_condition,
    make_unknown,
    select_value,
)
from questfoundry.infra.foreign.sugarcube_code import visit_counter_of

TUNNEL, FUNCTION = "tunnel", "function"


@define(eq=False)
class Frame:
    """A frame of the call stack; ``position`` is ``None`` after the last element of its code."""

    kind: str
    position: Place | None
    temporaries: dict[str, InkValue] = field(factory=dict)
    is_evaluating: bool = False

    def copy(self) -> Frame:
        """Return an independent copy of this frame."""
        return Frame(self.kind, self.position, dict(self.temporaries), self.is_evaluating)


@define(eq=False)
class Thread:
    """A thread with a call stack of its own; ``previous`` is the position before the last step."""

    frames: list[Frame]
    previous: Place | None = None

    def copy(self) -> Thread:
        """Return an independent copy of this thread."""
        return Thread([each.copy() for each in self.frames], self.previous)


@frozen(eq=False, kw_only=True)
class OfferedChoice:
    """A choice that is offered to the player if its ``condition`` holds.

    ``thread``: The call stack with which the story continues after the choice.
    ``is_fallback``: Whether ink itself takes this choice when no other choice is open.
    """

    token: tuple[Container, int]
    target: Container
    label: InkText
    condition: Condition
    is_fallback: bool
    thread: Thread


@define(eq=False, kw_only=True)
class State:
    """The state at one point of an execution path, which is taken if all ``conditions`` hold."""

    threads: list[Thread]
    variables: dict[str, Expression] = field(factory=dict)
    lists: dict[str, InkList] = field(factory=dict)
    conditions: tuple[Condition, ...] = ()
    stack: list[InkValue] = field(factory=list)
    open_texts: list[list[InkText]] = field(factory=list)
    choices: tuple[OfferedChoice, ...] = ()
    divert_target: Place | None = None
    tunnel_exit: tuple[int, int] | None = None
    """The token that leaves a tunnel for a target other than the tunnel's caller."""

    @property
    def thread(self) -> Thread:
        """The thread that is running."""
        return self.threads[-1]

    @property
    def frame(self) -> Frame:
        """The frame that is running."""
        return self.threads[-1].frames[-1]

    @property
    def position(self) -> Place:
        """The position of the running frame; raise ``ValueError`` if nothing runs."""
        if self.frame.position is None:
            raise ValueError("Nothing runs")
        return self.frame.position

    @property
    def order(self) -> tuple[int, int, int]:
        """The sort key of the states that wait for execution; the smallest key runs first.

        States in deeper calls or containers come first, then states at earlier elements. So a state
        waits at an element until the others arrive there, and the states can merge.
        """
        at = self.frame.position
        depth, index = (at.container.depth, at.index) if at else (0, 0)
        return (-sum(len(each.frames) for each in self.threads), -depth, index)

    @property
    def merge_key(self) -> tuple[object, ...]:
        """A key that is equal for states that run the same code next; such states can merge."""
        return (
            *(
                (each.position, each.kind, each.is_evaluating)
                for t in self.threads
                for each in t.frames
            ),
            len(self.threads),
            len(self.stack),
            len(self.open_texts),
        )

    def copy(self) -> State:
        """Return an independent copy of this state."""
        return evolve(
            self,
            threads=[each.copy() for each in self.threads],
            variables=dict(self.variables),
            lists=dict(self.lists),
            stack=list(self.stack),
            open_texts=[list(each) for each in self.open_texts],
        )

    def assume(self, condition: Condition) -> State:
        """Return a copy of this state with ``condition`` as an additional condition."""
        other = self.copy()
        other.conditions = (*self.conditions, condition)
        return other

    def read_variable(self, name: str) -> Expression:
        """Return the variable's value, as an expression of the values at the start of the turn."""
        return self.variables.get(name, Variable(name))

    @property
    def can_stop(self) -> bool:
        """Return whether the turn can end at the current position.

        The turn cannot end if it already offers a choice, or inside a function, a thread or a
        string.
        """
        return (
            not self.choices
            and not self.open_texts
            and len(self.threads) == 1
            and all(each.kind == TUNNEL and not each.is_evaluating for each in self.thread.frames)
        )

    def count_visit(self, container: Container, *, at_start: bool) -> None:
        """Record a visit of ``container`` if ink counts visits to it.

        ``at_start``: whether the visit began at the first element of the container.
        """
        if container.counts_visits and (at_start or not container.counts_at_start_only):
            name = visit_counter_of(container.path)
            self.variables[name] = add_number(self.read_variable(name), 1)

    def count_divert_visits(self) -> None:
        """Record a visit of each container that the last divert (jump) entered."""
        at, before = self.frame.position, self.thread.previous
        if at is None or at.index < 0:
            return
        left = set[int]()
        here = before.innermost_container if before else None
        while here:
            left.add(id(here))
            here = here.parent
        child: object = at.element
        if child is None:
            return
        container: Container | None = at.container
        at_start = True
        while container and (id(container) not in left or container.counts_at_start_only):
            at_start = at_start and bool(container.content) and child is container.content[0]
            self.count_visit(container, at_start=at_start)
            child, container = container, container.parent


def merge_states(states: Iterable[State]) -> Iterator[State]:
    """Yield ``states``, with each pair of alike states merged whose last conditions are opposite.

    States are alike if they have the same ``merge_key``.
    """
    alike: dict[tuple[object, ...], list[State]] = {}
    for each in states:
        alike.setdefault(each.merge_key, []).append(each)
    for group in alike.values():
        yield from _merge_alike(group)


def _merge_alike(states: Sequence[State]) -> list[State]:
    waiting = sorted(states, key=lambda each: -len(each.conditions))
    joined = True
    while joined and len(waiting) > 1:
        joined = False
        by_sides: dict[tuple[Condition, ...], State] = {}
        for state in waiting:
            if not state.conditions:
                continue
            *before, last = state.conditions
            other = by_sides.get((*before, negate(last)))
            if other is not None and other in waiting:
                waiting = [each for each in waiting if each is not state and each is not other]
                waiting.append(_merge_pair(last, state, other))
                joined = True
                break
            by_sides[state.conditions] = state
    return waiting


def _merge_pair(condition: Condition, yes: State, no: State) -> State:
    one = yes.copy()
    one.conditions = yes.conditions[:-1]
    for name in dict.fromkeys([*yes.variables, *no.variables]):
        one.variables[name] = convert_to_expression(
            select_value(condition, yes.read_variable(name), no.read_variable(name))
        )
    for name in dict.fromkeys([*yes.lists, *no.lists]):
        found = select_value(
            condition,
            yes.lists.get(name, InkList(base=name)),
            no.lists.get(name, InkList(base=name)),
        )
        one.lists[name] = (
            found if isinstance(found, InkList) else InkList(base=make_unknown(name).name)
        )
    one.stack = [select_value(condition, a, b) for a, b in zip(yes.stack, no.stack, strict=True)]
    one.open_texts = [
        _merge_texts(a, b) for a, b in zip(yes.open_texts, no.open_texts, strict=True)
    ]
    for thread, a, b in zip(one.threads, yes.threads, no.threads, strict=True):
        thread.previous = a.previous
        for frame, left, right in zip(thread.frames, a.frames, b.frames, strict=True):
            for name in dict.fromkeys([*left.temporaries, *right.temporaries]):
                if name in left.temporaries and name in right.temporaries:
                    frame.temporaries[name] = select_value(
                        condition, left.temporaries[name], right.temporaries[name]
                    )
                else:
                    frame.temporaries[name] = make_unknown(name)
    one.choices = tuple(_merge_choices(condition, yes.choices, no.choices))
    return one


def _merge_texts(one: Sequence[InkText], other: Sequence[InkText]) -> list[InkText]:
    if list(one) == list(other):
        return list(one)
    same = [a for a, b in zip(one, other, strict=False) if a == b]
    alike = same == list(one[: len(same)]) == list(other[: len(same)])
    return [*(same if alike else ()), InkText("…", is_complete=False)]


def _merge_choices(
    condition: Condition, yes: Sequence[OfferedChoice], no: Sequence[OfferedChoice]
) -> Iterable[OfferedChoice]:
    both_have = {id(each) for each in yes} & {id(each) for each in no}
    for side, choices in ((condition, yes), (negate(condition), no)):
        for each in choices:
            if id(each) not in both_have:
                added = limit_condition(conjoin(side, each.condition))
                yield evolve(each, condition=added)
            elif side is condition:
                yield each
