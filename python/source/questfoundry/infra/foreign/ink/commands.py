"""Execute the commands of an ink story that change its memory, but not the flow of control."""

from questfoundry.domain.story.foreign.code_parts import find_number
from questfoundry.domain.story.foreign.expressions import Expression, Value, number_value
from questfoundry.domain.story.foreign.value_sets import (
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

_SPACING = {"nop", "<>", "G<", "G>"}
# The number of operands of commands with an unknown result, and their names in ink.
_UNKNOWN = {"turns": (1, "TURNS_SINCE"), "turn": (0, "TURNS")}
_UNKNOWN |= {"range": (3, "LIST_RANGE"), "lrnd": (1, "LIST_RANDOM")}


def run_command(state: State, memory: Memory, word: str) -> bool:
    """Execute ``word`` and return true; return false if this function has no such command."""
    if word in _UNKNOWN:
        operands, name = _UNKNOWN[word]
        for _ in range(operands):
            memory.pop_value(state)
        state.stack.append(make_unknown(name))
        return True
    return word in _SPACING or _run_text_command(state, memory, word) or _push(state, memory, word)


def _run_text_command(state: State, memory: Memory, word: str) -> bool:
    match word:
        case "ev" | "/ev":
            state.frame.is_evaluating = word == "ev"
        case "out":
            if state.stack:
                memory.show_text(state, text_of(state.stack.pop()))
        case "str":
            state.open_texts.append([])
            state.frame.is_evaluating = False
        case "/str":
            parts = state.open_texts.pop() if state.open_texts else []
            state.frame.is_evaluating = True
            whole = all(each.is_complete for each in parts)
            state.stack.append(InkText("".join(each.text for each in parts), is_complete=whole))
        case "#":
            state.open_texts.append([])
        case "/#":
            # Players do not read the text of a tag.
            if state.open_texts:
                state.open_texts.pop()
        case _:
            return False
    return True


def _push(state: State, memory: Memory, word: str) -> bool:
    match word:
        case "pop":
            memory.pop_value(state)
        case "du":
            state.stack += state.stack[-1:] or [make_unknown("a missing value")]
        case "readc":
            state.stack.append(_read_count(state, memory))
        case "rnd":
            most, least = _pop_number(state, memory), _pop_number(state, memory)
            state.stack.append(_draw(least, most, "RANDOM"))
        case "seq":
            many = _pop_number(state, memory)
            memory.pop_value(state)
            state.stack.append(_draw(0, None if many is None else many - 1, "a shuffle"))
        case "srnd":
            memory.pop_value(state)
            state.stack.append(Void())
        case "visit":
            counter = visit_counter_of(state.position.container.path)
            state.stack.append(add_number(state.read_variable(counter), -1))
        case "choiceCnt":
            state.stack.append(_count_choices(state))
        case "listInt":
            state.stack.append(_find_item(state, memory))
        case _:
            return False
    return True


def _read_count(state: State, memory: Memory) -> InkValue:
    target = convert_to_expression(memory.pop_value(state))
    place = memory.resolve_divert_value(target) if isinstance(target, Value) else None
    if place is None:
        return make_unknown("READ_COUNT")
    return memory.read_visit_count(state, place.innermost_container.path)


def _pop_number(state: State, memory: Memory) -> int | None:
    return find_number(convert_to_expression(memory.pop_value(state)))


def _draw(least: int | None, most: int | None, why: str) -> Expression:
    if least is None or most is None or not 0 <= most - least < MAX_RANDOM_VALUES:
        return make_unknown(why)
    return make_random_variable(iter_numbers_between(least, most))


def _count_choices(state: State) -> Expression:
    found: Expression = number_value(0)
    for each in state.choices:
        found = convert_to_expression(select_value(each.condition, add_number(found, 1), found))
    return make_unknown("CHOICE_COUNT") if is_large(found) else found


def _find_item(state: State, memory: Memory) -> InkValue:
    value = convert_to_expression(memory.pop_value(state))
    name = convert_to_expression(memory.pop_value(state))
    if not isinstance(value, Value) or not isinstance(name, Value):
        return make_unknown("an item by its number")
    return build_list(
        item
        for item, own in memory.story.items.items()
        if own == value.content and item.partition(".")[0] == name.content
    )
