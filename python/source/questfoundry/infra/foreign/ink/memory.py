"""Read and write the variables, texts and choices of an ink story during symbolic execution."""

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Kind,
    Value,
    number_value,
)
from questfoundry.infra.foreign.ink.compiled import CompiledStory, Place
from questfoundry.infra.foreign.ink.natives import compare, text_of
from questfoundry.infra.foreign.ink.state import OfferedChoice, State
from questfoundry.infra.foreign.ink.symbolic_values import (
    ARROW,
    NEVER,
    InkList,
    InkText,
    InkValue,
    Pointer,
    all_of,
    build_list,
    convert_to_expression,
    limit_condition,
    make_unknown,
    truth_of,
)
from questfoundry.infra.foreign.sugarcube_code import visit_counter_of

_ONCE, _HIDDEN, _CHOICE_TEXT, _START_TEXT, _HAS_CONDITION = 16, 8, 4, 2, 1


@define(eq=False, kw_only=True)
class Memory:
    """The variables of a story, the texts that one turn showed, and the variables that it read.

    ``globals``: a mapping from each global variable to true if the variable is a list.
    ``texts``: a mapping from positions in the compiled story to the texts shown there.
    """

    story: CompiledStory
    globals: Mapping[str, bool]
    texts: dict[tuple[int, int], str] = field(factory=dict)
    read_names: set[str] = field(factory=set)

    def push_value(self, state: State, value: InkValue) -> None:
        """Push ``value`` on the evaluation stack, or show it if no calculation is running."""
        if state.frame.is_evaluating:
            state.stack.append(value)
        else:
            self.show_text(state, text_of(value))

    def show_text(self, state: State, words: InkText) -> None:
        """Show ``words``, or add them to the innermost string if a string is being built."""
        if state.open_texts:
            state.open_texts[-1].append(words)
        elif not _is_in_start_text(state):
            at = state.position
            self.texts[id(at.container), at.index] = words.text

    def pop_value(self, state: State) -> InkValue:
        """Pop the last value from the evaluation stack; an empty stack gives an unknown value."""
        return state.stack.pop() if state.stack else make_unknown("a missing value")

    def create_pointer(self, state: State, name: str) -> InkValue:
        """Return a reference to the variable ``name``, for a function that may change its value."""
        if name in self.globals:
            return Pointer(name, None)
        local = state.frame.temporaries.get(name)
        return local if isinstance(local, Pointer) else Pointer(name, len(state.thread.frames) - 1)

    def read_variable(self, state: State, name: str) -> InkValue:
        """Return the value of the variable ``name``; for a list item, a list with this item."""
        if name in self.globals:
            self.read_names.add(name)
            if self.globals[name]:
                return state.lists.get(name, InkList(base=name))
            return state.read_variable(name)
        items = self.story.items_by_name.get(name, ())
        if len(items) == 1:
            return build_list(items)
        frames = state.thread.frames
        local = frames[-1].temporaries.get(name)
        if isinstance(local, Pointer):
            if local.frame is None:
                return self.read_variable(state, local.name)
            return frames[local.frame].temporaries.get(local.name, make_unknown(name))
        if local is None:
            return state.read_variable(name_temporary(name, len(frames)))
        return local

    def assign_variable(self, state: State, token: dict[str, Any]) -> None:
        """Pop a value from the evaluation stack and assign it to the variable in ``token``."""
        value = self.pop_value(state)
        name = token.get("VAR=") or token["temp="]
        is_new = not token.get("re")
        if "VAR=" in token if is_new else name in self.globals:
            self._set_global(state, name, value)
            return
        local = None if is_new else state.frame.temporaries.get(name)
        if not isinstance(local, Pointer):
            state.frame.temporaries[name] = value
        elif local.frame is None:
            self._set_global(state, local.name, value)
        elif local.frame < len(state.thread.frames):
            state.thread.frames[local.frame].temporaries[local.name] = value

    def _set_global(self, state: State, name: str, value: InkValue) -> None:
        # A global variable stays a list, or not a list, as in its declaration.
        if not self.globals.get(name, isinstance(value, InkList)):
            state.variables[name] = convert_to_expression(value)
        elif isinstance(value, InkList):
            state.lists[name] = value
        else:
            state.lists[name] = InkList(base=make_unknown(name).name)

    def read_visit_count(self, state: State, path: str) -> InkValue:
        """Return the number of visits to ``path``, unknown if ink does not count these visits.

        If ``path`` leads nowhere, the number is 0.
        """
        at = state.position
        target = self.story.resolve_path(path, at.container)
        if target is None:
            return number_value(0)
        found = target.innermost_container
        name = visit_counter_of(found.path)
        self.read_names.add(name)
        if not found.counts_visits:
            return make_unknown(f"how often {found.path} was visited")
        return state.read_variable(name)

    def resolve_divert_value(self, value: Value) -> Place | None:
        """Return the position that ``value`` names as the target of a divert (jump), if any."""
        divert = str(value.content)
        if value.kind is not Kind.TEXT or not divert.startswith(ARROW):
            return None
        return self.story.resolve_path(divert.removeprefix(ARROW), self.story.root)

    def offer_choice(self, state: State, token: dict[str, Any]) -> None:
        """Add the choice that ``token`` describes to ``state``, unless the choice is never open."""
        flags, at = token.get("flg", 0), state.position
        condition: Condition = ALWAYS
        if flags & _HAS_CONDITION:
            condition = truth_of(self.pop_value(state), self.story.items)
        only = text_of(self.pop_value(state)) if flags & _CHOICE_TEXT else InkText("")
        start = text_of(self.pop_value(state)) if flags & _START_TEXT else InkText("")
        target = self.story.resolve_path(token["*"], at.container)
        if target is None:
            return
        container = target.container if target.index >= 0 else target.innermost_container
        if flags & _ONCE:
            seen = state.read_variable(visit_counter_of(container.path))
            condition = all_of(condition, compare("==", seen, number_value(0)))
        if condition == NEVER:
            return
        label = " ".join(f"{start.text}{only.text}".split())
        offered = OfferedChoice(
            token=(at.container, at.index),
            target=container,
            label=InkText(label, is_complete=start.is_complete and only.is_complete),
            condition=limit_condition(condition),
            is_fallback=bool(flags & _HIDDEN),
            thread=state.thread.copy(),
        )
        state.choices = (*state.choices, offered)


def name_temporary(name: str, depth: int) -> str:
    """Return the name under which a temporary variable is stored between turns.

    ``depth``: the number of frames on the call stack up to the variable's frame.
    """
    return f"temp {name}" if depth == 1 else f"temp {name} at {depth}"


def _is_in_start_text(state: State) -> bool:
    at = state.frame.position
    return at is not None and at.container.name == "s" and at.container.index < 0
