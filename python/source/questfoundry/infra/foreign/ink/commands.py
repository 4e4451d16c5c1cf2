"""Execute the ink commands that change only the evaluation stack and the output."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from questfoundry.domain.story.foreign.code_parts import find_number
from questfoundry.domain.story.foreign.expressions import Expression, Value, number_value
from questfoundry.domain.story.foreign.random_values import (
    MAX_RANDOM_VALUES,
    iter_numbers_between,
    make_random_variable,
)
from questfoundry.infra.foreign.ink.memory import Memory
from questfoundry.infra.foreign.ink.natives import text_of
from questfoundry.infra.foreign.ink.state import State
from questfoundry.infra.foreign.ink.symbolic_values import (
    InkText,
    InkValue,
    Void,
    add_number,
    build_list,
    convert_to_expression,
    is_large,
    make_unknown,
    select_value,
)
from questfoundry.infra.foreign.sugarcube_code import visit_counter_of

Command: TypeAlias = Callable[[State, Memory], None]


def _begin_calculation(state: State, _: Memory) -> None:
    state.frame.is_evaluating = True


def _end_calculation(state: State, _: Memory) -> None:
    state.frame.is_evaluating = False


def _output(state: State, memory: Memory) -> None:
    if state.stack:
        memory.show_text(state, text_of(state.stack.pop()))


def _pop(state: State, memory: Memory) -> None:
    memory.pop_value(state)


def _duplicate(state: State, _: Memory) -> None:
    state.stack.append(state.stack[-1] if state.stack else make_unknown("a missing value"))


def _begin_text(state: State, _: Memory) -> None:
    state.open_texts.append([])
    state.frame.is_evaluating = False


def _end_text(state: State, _: Memory) -> None:
    parts = state.open_texts.pop() if state.open_texts else []
    state.frame.is_evaluating = True
    whole = all(each.is_complete for each in parts)
    state.stack.append(InkText("".join(each.text for each in parts), is_complete=whole))


def _end_tag(state: State, _: Memory) -> None:
    if state.open_texts and len(state.open_texts) > 1:
        state.open_texts.pop()


def _begin_tag(state: State, _: Memory) -> None:
    if state.open_texts:
        state.open_texts.append([])


def _unknown_after(operands: int, why: str) -> Command:

    def run(state: State, memory: Memory) -> None:
        for _ in range(operands):
            memory.pop_value(state)
        state.stack.append(make_unknown(why))

    return run


def _read_count(state: State, memory: Memory) -> None:
    target = convert_to_expression(memory.pop_value(state))
    place = memory.resolve_divert_value(target) if isinstance(target, Value) else None
    state.stack.append(
        memory.read_visit_count(state, place.innermost_container.path)
        if place
        else make_unknown("READ_COUNT")
    )


def _random(state: State, memory: Memory) -> None:
    most, least = _pop_number(state, memory), _pop_number(state, memory)
    state.stack.append(_draw(least, most, "RANDOM"))


def _pop_number(state: State, memory: Memory) -> int | None:
    return find_number(convert_to_expression(memory.pop_value(state)))


def _draw(least: int | None, most: int | None, why: str) -> Expression:
    if least is None or most is None or not 0 <= most - least < MAX_RANDOM_VALUES:
        return make_unknown(why)
    return make_random_variable(iter_numbers_between(least, most))


def _seed(state: State, memory: Memory) -> None:
    memory.pop_value(state)
    state.stack.append(Void())


def _visit_index(state: State, _: Memory) -> None:
    at = state.position
    state.stack.append(add_number(state.read_variable(visit_counter_of(at.container.path)), -1))


def _shuffle(state: State, memory: Memory) -> None:
    many = _pop_number(state, memory)
    memory.pop_value(state)
    state.stack.append(_draw(0, None if many is None else many - 1, "a shuffle"))


def _choice_count(state: State, _: Memory) -> None:
    found: Expression = number_value(0)
    for each in state.choices:
        found = convert_to_expression(select_value(each.condition, add_number(found, 1), found))
    state.stack.append(make_unknown("CHOICE_COUNT") if is_large(found) else found)


def _list_from_number(state: State, memory: Memory) -> None:
    value, name = (
        convert_to_expression(memory.pop_value(state)),
        convert_to_expression(memory.pop_value(state)),
    )
    found: InkValue = make_unknown("an item by its number")
    if isinstance(value, Value) and isinstance(name, Value):
        found = build_list(
            item
            for item, own in memory.story.items.items()
            if own == value.content and item.partition(".")[0] == name.content
        )
    state.stack.append(found)


def _do_nothing(__: State, _: Memory) -> None:
    """Do nothing, for commands that only affect spacing."""


COMMANDS: Mapping[str, Command] = {
    "ev": _begin_calculation,
    "/ev": _end_calculation,
    "out": _output,
    "pop": _pop,
    "du": _duplicate,
    "str": _begin_text,
    "/str": _end_text,
    "#": _begin_tag,
    "/#": _end_tag,
    "nop": _do_nothing,
    "<>": _do_nothing,
    "G<": _do_nothing,
    "G>": _do_nothing,
    "turns": _unknown_after(1, "TURNS_SINCE"),
    "turn": _unknown_after(0, "TURNS"),
    "readc": _read_count,
    "rnd": _random,
    "srnd": _seed,
    "visit": _visit_index,
    "seq": _shuffle,
    "choiceCnt": _choice_count,
    "listInt": _list_from_number,
    "range": _unknown_after(3, "LIST_RANGE"),
    "lrnd": _unknown_after(1, "LIST_RANDOM"),
}
"""The commands after which execution continues with the next element."""
