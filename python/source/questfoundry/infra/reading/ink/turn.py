"""Plays ink from one place to where players choose, to the next place, or to the end, on all ways.

Of what is computed it knows as much as conditions and settings of a story can say; ways that part
are joined where they meet again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from heapq import heappop, heappush
from itertools import count
from typing import Any

from attrs import define, field, frozen

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Compare,
    Comparison,
    Truth,
    Value,
    negated,
    number,
    text,
)
from questfoundry.infra.reading.ink.commands import COMMANDS
from questfoundry.infra.reading.ink.compiled import Container, Place
from questfoundry.infra.reading.ink.memory import Memory
from questfoundry.infra.reading.ink.natives import OPERATORS, applied
from questfoundry.infra.reading.ink.places import is_place
from questfoundry.infra.reading.ink.state import FUNCTION, TUNNEL, Frame, State, met
from questfoundry.infra.reading.ink.symbolic_values import (
    ARROW,
    NEVER,
    InkText,
    Void,
    expression,
    is_large,
    is_true,
    listed,
    unknown,
)

MOST_STEPS = 30_000
"""How far one turn is followed, on all its ways together."""

MOST_WAYS = 64
"""How many ways that did not meet again are followed at once."""

MOST_CALLS = 8
"""How deeply calls are followed into each other."""

MOST_TARGETS = 16
"""To how many places one divert by a variable is followed."""

_FLOW = {"thread", "done", "end", "~ret", "->->"}


class EndlessInkError(Exception):
    """The turn cannot be followed to its end."""


class Stop(StrEnum):
    """How a way through a turn is over."""

    ENDED = "ended"
    DONE = "done"
    RAN_OUT = "ran out"
    WENT_ON = "went on"


@frozen(eq=False)
class InkWay:
    """A way through a turn that is over; ``by`` is the token that led on, if one did."""

    stop: Stop
    state: State
    by: tuple[int, int] = (0, 0)


@define(eq=False, kw_only=True)
class InkTurn:
    """One turn of a story: its ways, and what was met on them."""

    memory: Memory
    arrows: Sequence[str] = ()
    """The paths that variables may hold as places to divert to."""
    ways: list[InkWay] = field(factory=list)
    inside: set[int] = field(factory=set)
    """The places that were gone through without a stop, by ``id``."""
    notes: dict[str, bool] = field(factory=dict)
    """What is not modelled, and whether it may lead on."""
    steps: int = 0
    _number: count[int] = field(factory=count)

    def play(self, start: State) -> None:
        """Follow all ways; ``EndlessInkError`` where that has no end in sight."""
        waiting: list[tuple[tuple[int, int, int], int, State]] = []
        heappush(waiting, (start.order, next(self._number), start))
        while waiting:
            order, _, state = heappop(waiting)
            group = [state]
            while waiting and waiting[0][0] == order:
                group.append(heappop(waiting)[2])
            for each in _joined(group) if len(group) > 1 else group:
                self._run(each, waiting)
            if len(waiting) > MOST_WAYS:
                raise EndlessInkError

    def _run(self, state: State, waiting: list[tuple[tuple[int, int, int], int, State]]) -> None:
        """Follow the state until others are before it."""
        now: State | None = state
        while now is not None:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise EndlessInkError
            going_on = list(self._step(now))
            now = None
            if len(going_on) == 1 and (not waiting or going_on[0].order < waiting[0][0]):
                now = going_on[0]
            else:
                for each in going_on:
                    heappush(waiting, (each.order, next(self._number), each))

    def _step(self, state: State) -> Iterable[State]:
        """What becomes of the state by what stands where it is."""
        frame, at = state.frame, state.at
        held = at.held
        while isinstance(held, Container):
            if is_place(held) and held.content:
                if at.index >= 0 and self._may_stop(state):
                    state.visit(held, at_start=True)
                    frame.at = Place(held, 0)
                    self.ways.append(InkWay(Stop.WENT_ON, state, (id(at.container), at.index)))
                    return ()
                self.inside.add(id(held))
            state.visit(held, at_start=True)
            if not held.content:
                break
            at = Place(held, 0)
            held = at.held
        frame.at = at
        if held is None or isinstance(held, Container):
            return self._next(state)
        if isinstance(held, str):
            return self._said(state, held)
        if isinstance(held, dict):
            return self._done(state, held)
        self.memory.give(
            state, number(int(held)) if _is_whole(held) else unknown("a broken number")
        )
        return self._next(state)

    def _may_stop(self, state: State) -> bool:
        """Whether a player can be said to be in the place, with nothing left from before."""
        return (
            not state.choices
            and not state.texts
            and len(state.threads) == 1
            and all(each.kind == TUNNEL and not each.calculates for each in state.thread.frames)
        )

    # What stands in a story.

    def _said(self, state: State, word: str) -> Iterable[State]:
        if word.startswith("^") or word == "\n":
            self.memory.give(state, InkText(word.removeprefix("^")))
        elif word in OPERATORS:
            given = [self.memory.take(state) for _ in range(OPERATORS[word])]
            state.stack.append(applied(word, given[::-1], self.memory.story.items))
        elif word in COMMANDS:
            COMMANDS[word](state, self.memory)
        elif word in _FLOW:
            return self._flow(state, word)
        elif word == "void":
            self.memory.give(state, Void())
        else:
            self.notes.setdefault(f"the command {word[:40]!r} is not modelled", True)
        return self._next(state)

    def _done(self, state: State, token: dict[str, Any]) -> Iterable[State]:
        if "list" in token:
            self.memory.give(state, listed(token["list"]))
        elif "^->" in token:
            self.memory.give(state, text(f"{ARROW}{token['^->']}"))
        elif "^var" in token:
            self.memory.give(state, self.memory.pointer(state, token["^var"]))
        elif "VAR?" in token:
            state.stack.append(self.memory.read(state, token["VAR?"]))
        elif "CNT?" in token:
            state.stack.append(self.memory.count(state, token["CNT?"]))
        elif "VAR=" in token or "temp=" in token:
            self.memory.assign(state, token)
        elif "*" in token:
            self.memory.offer(state, token)
        elif "#" not in token:
            return self._divert(state, token)
        return self._next(state)

    def _next(self, state: State) -> Iterable[State]:
        """Where the state goes on after what stands where it is."""
        while True:
            thread, frame = state.thread, state.frame
            thread.before = frame.at
            if state.diverted:
                frame.at, state.diverted = state.diverted, None
                state.visit_changed()
                return self._entered(state, thread.before)
            frame.at = _after(frame.at)
            if frame.at is not None:
                return (state,)
            if frame.kind == FUNCTION and len(thread.frames) > 1:
                thread.frames.pop()
                if state.frame.calculates:
                    state.stack.append(Void())
            elif len(state.threads) > 1:
                state.threads.pop()
            else:
                self.ways.append(InkWay(Stop.RAN_OUT, state))
                return ()

    def _entered(self, state: State, before: Place | None) -> Iterable[State]:
        """A divert went to the place: players stop there, if it is one of the story's."""
        at, left_by = state.at, state.left_by
        state.left_by = None
        if at.index <= 0 and is_place(at.container) and at.container.content:
            if self._may_stop(state):
                if at.index < 0:
                    state.visit(at.container, at_start=True)
                    state.frame.at = Place(at.container, 0)
                by = left_by or ((id(before.container), before.index) if before else (0, 0))
                self.ways.append(InkWay(Stop.WENT_ON, state, by))
                return ()
            self.inside.add(id(at.container))
        return (state,)

    def _divert(self, state: State, token: dict[str, Any]) -> Iterable[State]:
        if not token.get("c"):
            return self._follow(state, token)
        asked = is_true(self.memory.take(state), self.memory.story.items)
        if _is_last_stage(state, token):
            # One of the stages of a sequence is always shown.
            return self._follow(state, token)
        if asked == ALWAYS or asked in state.asked:
            return self._follow(state, token)
        if asked == NEVER or negated(asked) in state.asked:
            return self._next(state)
        if is_large(asked):
            asked = Truth(unknown("a long condition"))
        other = state.where(negated(asked))
        return (*self._follow(state.where(asked), token), *self._next(other))

    def _follow(self, state: State, token: dict[str, Any]) -> Iterable[State]:
        if "x()" in token:
            name = token["x()"]
            given = token.get("exArgs")
            for _ in range(min(given if isinstance(given, int) else 0, len(state.stack))):
                state.stack.pop()
            self.notes.setdefault(f"what the game's own {name!r} does is not modelled", True)
            self.memory.give(state, unknown(f"what {name} gives"))
            return self._next(state)
        task = next(each for each in ("->", "f()", "->t->") if each in token)
        at = state.at
        if token.get("var"):
            return self._follow_variable(state, token[task], task)
        target = self.memory.story.at(token[task], at.container)
        return self._go(state, _at_start(target), task)

    def _follow_variable(self, state: State, name: str, task: str) -> Iterable[State]:
        held = expression(self.memory.read(state, name))
        if isinstance(held, Value):
            return self._go(state, self.memory.arrow(held), task)
        if len(self.arrows) > MOST_TARGETS:
            raise EndlessInkError
        found: list[State] = []
        for path in self.arrows:
            value = text(f"{ARROW}{path}")
            on = state.where(Compare(Comparison.SAME, held, value))
            found.extend(self._go(on, self.memory.arrow(value), task))
        return found

    def _go(self, state: State, target: Place | None, task: str) -> Iterable[State]:
        if target is None:
            # Ink stops with an error, and so does the story.
            self.ways.append(InkWay(Stop.RAN_OUT, state))
            return ()
        state.diverted = target
        if task != "->":
            if len(state.thread.frames) >= MOST_CALLS:
                raise EndlessInkError
            kind = FUNCTION if task == "f()" else TUNNEL
            state.thread.frames.append(Frame(kind, state.frame.at))
        return self._next(state)

    # What changes where the story goes on.

    def _flow(self, state: State, word: str) -> Iterable[State]:
        match word:
            case "thread":
                return self._thread(state)
            case "done":
                return self._finish(state)
            case "end":
                state.choices = ()
                self.ways.append(InkWay(Stop.ENDED, state))
                return ()
            case "~ret":
                return self._return(state)
            case _:
                return self._leave_tunnel(state)

    def _thread(self, state: State) -> Iterable[State]:
        found = list(self._next(state))
        for each in found:
            each.threads.append(each.thread.copy())
        return found

    def _finish(self, state: State) -> Iterable[State]:
        if len(state.threads) > 1:
            state.threads.pop()
            return self._next(state)
        self.ways.append(InkWay(Stop.DONE, state))
        return ()

    def _return(self, state: State) -> Iterable[State]:
        if state.frame.kind != FUNCTION or len(state.thread.frames) < 2:
            self.ways.append(InkWay(Stop.RAN_OUT, state))
            return ()
        state.thread.frames.pop()
        return self._next(state)

    def _leave_tunnel(self, state: State) -> Iterable[State]:
        target = self.memory.take(state)
        if state.frame.kind != TUNNEL or len(state.thread.frames) < 2:
            self.ways.append(InkWay(Stop.RAN_OUT, state))
            return ()
        by = state.frame.at
        state.thread.frames.pop()
        if not isinstance(target, Void):
            held = expression(target)
            if not isinstance(held, Value):
                raise EndlessInkError
            state.left_by = (id(by.container), by.index) if by else None
            return self._go(state, self.memory.arrow(held), "->")
        if not self._may_stop(state):
            return self._next(state)
        found = list(self._next(state))
        for each in found:
            self.ways.append(
                InkWay(Stop.WENT_ON, each, (id(by.container), by.index) if by else (0, 0))
            )
        return ()


def _joined(group: Sequence[State]) -> Iterable[State]:
    alike: dict[tuple[object, ...], list[State]] = {}
    for each in group:
        alike.setdefault(each.meets, []).append(each)
    for states in alike.values():
        yield from met(states)


def _after(at: Place | None) -> Place | None:
    """What stands next; of what is only reached by name, nothing does."""
    if at is None:
        return None
    container, index = at.container, at.index + 1
    while index >= len(container.content):
        if container.parent is None or container.index < 0:
            return None
        container, index = container.parent, container.index + 1
    return Place(container, index)


def _at_start(target: Place | None) -> Place | None:
    return Place(target.container, 0) if target and target.index < 0 else target


def _is_last_stage(state: State, token: dict[str, Any]) -> bool:
    at, path = state.frame.at, str(token.get("->", ""))
    if at is None or not path.startswith(".^.s") or not path[4:].isdecimal():
        return False
    return f"s{int(path[4:]) + 1}" not in at.container.named


def _is_whole(held: object) -> bool:
    return isinstance(held, bool | int) or (isinstance(held, float) and held.is_integer())
