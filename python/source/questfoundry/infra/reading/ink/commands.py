"""What ink's commands do that change nothing but what is being calculated and said."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from questfoundry.domain.play.chance import MOST_DRAWN, drawn, numbers_between
from questfoundry.domain.story.foreign.expressions import Expression, Kind, Value, number
from questfoundry.infra.reading.ink.memory import Memory
from questfoundry.infra.reading.ink.natives import words_of
from questfoundry.infra.reading.ink.state import State
from questfoundry.infra.reading.ink.symbolic_values import (
    Held,
    InkText,
    Void,
    either,
    expression,
    is_large,
    listed,
    mapped,
    unknown,
)
from questfoundry.infra.reading.sugarcube_code import visit_counter_of


def _begin_calculation(state: State, _: Memory) -> None:
    state.frame.calculates = True


def _end_calculation(state: State, _: Memory) -> None:
    state.frame.calculates = False


def _out(state: State, memory: Memory) -> None:
    if state.stack:
        memory.show(state, words_of(state.stack.pop()))


def _pop(state: State, memory: Memory) -> None:
    memory.take(state)


def _double(state: State, _: Memory) -> None:
    state.stack.append(state.stack[-1] if state.stack else unknown("what was not given"))


def _begin_text(state: State, _: Memory) -> None:
    state.texts.append([])
    state.frame.calculates = False


def _end_text(state: State, _: Memory) -> None:
    parts = state.texts.pop() if state.texts else []
    state.frame.calculates = True
    whole = all(each.whole for each in parts)
    state.stack.append(InkText("".join(each.text for each in parts), whole=whole))


def _end_tag(state: State, _: Memory) -> None:
    """The tag of a choice is no part of its label."""
    if state.texts and len(state.texts) > 1:
        state.texts.pop()


def _begin_tag(state: State, _: Memory) -> None:
    if state.texts:
        state.texts.append([])


def _turns_since(state: State, memory: Memory) -> None:
    memory.take(state)
    state.stack.append(unknown("TURNS_SINCE"))


def _turns(state: State, _: Memory) -> None:
    state.stack.append(unknown("TURNS"))


def _read_count(state: State, memory: Memory) -> None:
    target = expression(memory.take(state))
    place = memory.arrow(target) if isinstance(target, Value) else None
    state.stack.append(memory.count(state, place.inner.path) if place else unknown("READ_COUNT"))


def _random(state: State, memory: Memory) -> None:
    high, low = expression(memory.take(state)), expression(memory.take(state))
    found: Held = unknown("RANDOM")
    if isinstance(low, Value) and isinstance(high, Value) and low.kind is high.kind is Kind.NUMBER:
        least, most = int(low.of), int(high.of)
        found = drawn(numbers_between(least, most)) if 0 <= most - least < MOST_DRAWN else found
    state.stack.append(found)


def _seed(state: State, memory: Memory) -> None:
    memory.take(state)
    state.stack.append(Void())


def _visit_index(state: State, _: Memory) -> None:
    at = state.at
    state.stack.append(mapped(state.read(visit_counter_of(at.container.path)), -1))


def _shuffled(state: State, memory: Memory) -> None:
    many = expression(memory.take(state))
    memory.take(state)
    known = isinstance(many, Value) and many.kind is Kind.NUMBER and 0 < int(many.of) < MOST_DRAWN
    state.stack.append(
        drawn(numbers_between(0, int(many.of) - 1))
        if known and isinstance(many, Value)
        else unknown("a shuffle")
    )


def _choice_count(state: State, _: Memory) -> None:
    found: Expression = number(0)
    for each in state.choices:
        found = expression(either(each.condition, mapped(found, 1), found))
    state.stack.append(unknown("CHOICE_COUNT") if is_large(found) else found)


def _list_of_number(state: State, memory: Memory) -> None:
    value, name = expression(memory.take(state)), expression(memory.take(state))
    found: Held = unknown("an item by its number")
    if isinstance(value, Value) and isinstance(name, Value):
        found = listed(
            item
            for item, own in memory.story.items.items()
            if own == value.of and item.partition(".")[0] == name.of
        )
    state.stack.append(found)


def _range(state: State, memory: Memory) -> None:
    for _ in range(3):
        memory.take(state)
    state.stack.append(unknown("LIST_RANGE"))


def _list_random(state: State, memory: Memory) -> None:
    memory.take(state)
    state.stack.append(unknown("LIST_RANDOM"))


def _nothing(__: State, _: Memory) -> None:
    """What only changes how a text looks."""


COMMANDS: Mapping[str, Callable[[State, Memory], None]] = {
    "ev": _begin_calculation,
    "/ev": _end_calculation,
    "out": _out,
    "pop": _pop,
    "du": _double,
    "str": _begin_text,
    "/str": _end_text,
    "#": _begin_tag,
    "/#": _end_tag,
    "nop": _nothing,
    "<>": _nothing,
    "G<": _nothing,
    "G>": _nothing,
    "turns": _turns_since,
    "turn": _turns,
    "readc": _read_count,
    "rnd": _random,
    "srnd": _seed,
    "visit": _visit_index,
    "seq": _shuffled,
    "choiceCnt": _choice_count,
    "listInt": _list_of_number,
    "range": _range,
    "lrnd": _list_random,
}
"""Those that go on to what stands next."""
