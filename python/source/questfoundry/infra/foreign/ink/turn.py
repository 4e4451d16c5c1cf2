"""Execute one turn of an ink story symbolically, along all execution paths.

A turn ends at the next choices, at the next place, or at the end of the story. When states reach
the same position, they are merged, so that branches do not multiply.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from attrs import define, field

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Compare,
    Comparison,
    Value,
    negate,
    number_value,
    text_value,
)
from questfoundry.infra.foreign.ink.commands import run_command
from questfoundry.infra.foreign.ink.compiled import Container, Place
from questfoundry.infra.foreign.ink.exits import NO_TOKEN, EndlessInkError, StopReason, TurnOutcome
from questfoundry.infra.foreign.ink.memory import Memory
from questfoundry.infra.foreign.ink.natives import OPERATORS, apply_operator
from questfoundry.infra.foreign.ink.places import is_place
from questfoundry.infra.foreign.ink.state import FUNCTION, TUNNEL, Frame, State, merge_states
from questfoundry.infra.foreign.ink.symbolic_values import (
    ARROW,
    NEVER,
    InkText,
    Void,
    build_list,
    convert_to_expression,
    limit_condition,
    make_unknown,
    truth_of,
)

MAX_STEPS = 30_000  # the most steps of one turn, over all its execution paths
MAX_STATES = 64  # the most states that wait for execution at the same time
MAX_CALLS = 8  # the greatest depth of the call stack
MAX_TARGETS = 16  # the most targets that are followed for one divert to a variable
_FLOW = {"thread", "done", "end", "~ret", "->->"}


@define(eq=False, kw_only=True)
class InkTurn:
    """One turn of a story: how each execution path ended, and which containers the paths passed."""

    memory: Memory
    divert_paths: Sequence[str] = ()
    """The paths that variables may contain as divert targets."""
    outcomes: list[TurnOutcome] = field(factory=list)
    passed_containers: set[int] = field(factory=set)
    """The places that were passed without a stop, by the ``id`` of their container."""
    notes: dict[str, bool] = field(factory=dict)
    """Descriptions of code that is not modelled, and whether it may lead to another place."""
    steps: int = 0
    _number: count[int] = field(factory=count)

    def play(self, start: State) -> None:
        """Execute the turn along all paths; raise ``EndlessInkError`` above the limits."""
        # A priority queue orders the states by call depth and position, so that all branches
        # arrive at a join before any of them passes it. Merging them there avoids a number of
        # states that doubles with each condition.
        waiting = [(start.order, next(self._number), start)]
        while waiting:
            order, _, state = heappop(waiting)
            group = [state]
            while waiting and waiting[0][0] == order:
                group.append(heappop(waiting)[2])
            for each in merge_states(group) if len(group) > 1 else group:
                self._run(each, waiting)
            if len(waiting) > MAX_STATES:
                raise EndlessInkError

    def _run(self, state: State, waiting: list[tuple[tuple[int, int, int], int, State]]) -> None:
        now: State | None = state
        while now is not None:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise EndlessInkError
            successors = list(self._step(now))
            now = None
            if len(successors) == 1 and (not waiting or successors[0].order < waiting[0][0]):
                now = successors[0]
            else:
                for each in successors:
                    heappush(waiting, (each.order, next(self._number), each))

    def _step(self, state: State) -> Iterable[State]:
        frame, at = state.frame, state.position
        element = at.element
        while isinstance(element, Container):
            if is_place(element) and element.content:
                if at.index >= 0 and state.can_stop:
                    state.count_visit(element, at_start=True)
                    frame.position = Place(element, 0)
                    return self._stop(StopReason.CONTINUED, state, at.key)
                self.passed_containers.add(id(element))
            state.count_visit(element, at_start=True)
            if not element.content:
                break
            at = Place(element, 0)
            element = at.element
        frame.position = at
        if element is None or isinstance(element, Container):
            return self._advance(state)
        if isinstance(element, str):
            return self._run_word(state, element)
        if isinstance(element, dict):
            return self._run_object(state, element)
        whole = isinstance(element, int) or (isinstance(element, float) and element.is_integer())
        number = number_value(int(element)) if whole else make_unknown("a broken number")
        self.memory.push_value(state, number)
        return self._advance(state)

    def _stop(
        self, reason: StopReason, state: State, token_key: tuple[int, int] = NO_TOKEN
    ) -> Iterable[State]:
        self.outcomes.append(TurnOutcome(reason, state, token_key))
        return ()

    # Execution of single elements.

    def _run_word(self, state: State, word: str) -> Iterable[State]:
        if word.startswith("^") or word == "\n":
            self.memory.push_value(state, InkText(word.removeprefix("^")))
        elif word in OPERATORS:
            operands = [self.memory.pop_value(state) for _ in range(OPERATORS[word])]
            state.stack.append(apply_operator(word, operands[::-1], self.memory.story.items))
        elif word in _FLOW:
            return self._run_flow_command(state, word)
        elif word == "void":
            self.memory.push_value(state, Void())
        elif not run_command(state, self.memory, word):
            self.notes.setdefault(f"the command {word[:40]!r} is not modelled", True)
        return self._advance(state)

    def _run_object(self, state: State, token: dict[str, Any]) -> Iterable[State]:
        if "list" in token:
            self.memory.push_value(state, build_list(token["list"]))
        elif "^->" in token:
            self.memory.push_value(state, text_value(f"{ARROW}{token['^->']}"))
        elif "^var" in token:
            self.memory.push_value(state, self.memory.create_pointer(state, token["^var"]))
        elif "VAR?" in token:
            state.stack.append(self.memory.read_variable(state, token["VAR?"]))
        elif "CNT?" in token:
            state.stack.append(self.memory.read_visit_count(state, token["CNT?"]))
        elif "VAR=" in token or "temp=" in token:
            self.memory.assign_variable(state, token)
        elif "*" in token:
            self.memory.offer_choice(state, token)
        elif "#" not in token:
            return self._divert(state, token)
        return self._advance(state)

    def _advance(self, state: State) -> Iterable[State]:
        while True:
            thread, frame = state.thread, state.frame
            thread.previous = frame.position
            if state.divert_target:
                frame.position, state.divert_target = state.divert_target, None
                state.count_divert_visits()
                return self._enter_target(state, thread.previous)
            frame.position = frame.position.following if frame.position else None
            if frame.position is not None:
                return (state,)
            if frame.kind == FUNCTION and len(thread.frames) > 1:
                thread.frames.pop()
                if state.frame.is_evaluating:
                    state.stack.append(Void())
            elif len(state.threads) > 1:
                state.threads.pop()
            else:
                return self._stop(StopReason.RAN_OUT, state)

    def _enter_target(self, state: State, before: Place | None) -> Iterable[State]:
        at, left_by = state.position, state.tunnel_exit
        state.tunnel_exit = None
        if at.index <= 0 and is_place(at.container) and at.container.content:
            if state.can_stop:
                if at.index < 0:
                    state.count_visit(at.container, at_start=True)
                    state.frame.position = Place(at.container, 0)
                by = left_by or (before.key if before else NO_TOKEN)
                return self._stop(StopReason.CONTINUED, state, by)
            self.passed_containers.add(id(at.container))
        return (state,)

    def _divert(self, state: State, token: dict[str, Any]) -> Iterable[State]:
        if not token.get("c"):
            return self._follow_divert(state, token)
        condition = truth_of(self.memory.pop_value(state), self.memory.story.items)
        # A sequence always shows one of its stages, so the last one needs no condition.
        if _is_last_stage(state, token) or condition in (ALWAYS, *state.conditions):
            return self._follow_divert(state, token)
        if condition == NEVER or negate(condition) in state.conditions:
            return self._advance(state)
        condition = limit_condition(condition)
        other = state.assume(negate(condition))
        return (*self._follow_divert(state.assume(condition), token), *self._advance(other))

    def _follow_divert(self, state: State, token: dict[str, Any]) -> Iterable[State]:
        if "x()" in token:
            name = token["x()"]
            arity = token.get("exArgs")
            for _ in range(min(arity if isinstance(arity, int) else 0, len(state.stack))):
                state.stack.pop()
            self.notes.setdefault(f"what the game's own {name!r} does is not modelled", True)
            self.memory.push_value(state, make_unknown(f"what {name} gives"))
            return self._advance(state)
        task = next(each for each in ("->", "f()", "->t->") if each in token)
        if token.get("var"):
            return self._follow_variable(state, token[task], task)
        target = self.memory.story.resolve_path(token[task], state.position.container)
        start = Place(target.container, 0) if target and target.index < 0 else target
        return self._go_to(state, start, task)

    def _follow_variable(self, state: State, name: str, task: str) -> Iterable[State]:
        divert = convert_to_expression(self.memory.read_variable(state, name))
        if isinstance(divert, Value):
            return self._go_to(state, self.memory.resolve_divert_value(divert), task)
        if len(self.divert_paths) > MAX_TARGETS:
            raise EndlessInkError
        found: list[State] = []
        for path in self.divert_paths:
            value = text_value(f"{ARROW}{path}")
            on = state.assume(Compare(Comparison.SAME, divert, value))
            found.extend(self._go_to(on, self.memory.resolve_divert_value(value), task))
        return found

    def _go_to(self, state: State, target: Place | None, task: str) -> Iterable[State]:
        if target is None:
            # Ink reports an error for a missing target, and the story stops.
            return self._stop(StopReason.RAN_OUT, state)
        state.divert_target = target
        if task != "->":
            if len(state.thread.frames) >= MAX_CALLS:
                raise EndlessInkError
            kind = FUNCTION if task == "f()" else TUNNEL
            state.thread.frames.append(Frame(kind, state.frame.position))
        return self._advance(state)

    # Commands that change the flow of control.

    def _run_flow_command(self, state: State, word: str) -> Iterable[State]:
        match word:
            case "thread":
                found = list(self._advance(state))
                for each in found:
                    each.threads.append(each.thread.copy())
                return found
            case "done" if len(state.threads) > 1:
                state.threads.pop()
                return self._advance(state)
            case "done":
                return self._stop(StopReason.ENDED, state)
            case "end":
                state.choices = ()
                return self._stop(StopReason.ENDED, state)
            case "~ret" if state.frame.kind == FUNCTION and len(state.thread.frames) > 1:
                state.thread.frames.pop()
                return self._advance(state)
            case "~ret":
                return self._stop(StopReason.RAN_OUT, state)
            case _:
                return self._leave_tunnel(state)

    def _leave_tunnel(self, state: State) -> Iterable[State]:
        target = self.memory.pop_value(state)
        if state.frame.kind != TUNNEL or len(state.thread.frames) < 2:
            return self._stop(StopReason.RAN_OUT, state)
        by = state.frame.position
        state.thread.frames.pop()
        if not isinstance(target, Void):
            divert = convert_to_expression(target)
            if not isinstance(divert, Value):
                raise EndlessInkError
            state.tunnel_exit = by.key if by else None
            return self._go_to(state, self.memory.resolve_divert_value(divert), "->")
        if not state.can_stop:
            return self._advance(state)
        found = list(self._advance(state))
        for each in found:
            self._stop(StopReason.CONTINUED, each, by.key if by else NO_TOKEN)
        return ()


def _is_last_stage(state: State, token: dict[str, Any]) -> bool:
    at, path = state.frame.position, str(token.get("->", ""))
    if at is None or not path.startswith(".^.s") or not path[4:].isdecimal():
        return False
    return f"s{int(path[4:]) + 1}" not in at.container.named_content
