"""What the machine that plays ink remembers of a story: its variables, texts and choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Kind,
    Truth,
    Value,
    number,
)
from questfoundry.infra.reading.ink.compiled import CompiledStory, Place
from questfoundry.infra.reading.ink.natives import compared, words_of
from questfoundry.infra.reading.ink.state import Offered, State
from questfoundry.infra.reading.ink.symbolic_values import (
    ARROW,
    NEVER,
    Held,
    InkText,
    Listed,
    Pointer,
    expression,
    is_large,
    is_true,
    joined,
    listed,
    unknown,
)
from questfoundry.infra.reading.sugarcube_code import visit_counter_of

_ONCE, _HIDDEN, _CHOICE_TEXT, _START_TEXT, _ASKS = 16, 8, 4, 2, 1


@define(eq=False, kw_only=True)
class Memory:
    """What is known of the story's variables, and what was shown and looked at in a turn.

    ``globals`` are the story's variables, and whether they are lists. ``texts`` are what is shown
    on one of the ways, by the token.
    """

    story: CompiledStory
    globals: Mapping[str, bool]
    texts: dict[tuple[int, int], str] = field(factory=dict)
    looked_at: set[str] = field(factory=set)

    def give(self, state: State, held: Held) -> None:
        """A value: for what is being calculated, else it is shown."""
        if state.frame.calculates:
            state.stack.append(held)
        else:
            self.show(state, words_of(held))

    def show(self, state: State, words: InkText) -> None:
        """Words that a player reads, or that become a part of a text."""
        if state.texts:
            state.texts[-1].append(words)
        elif not _is_in_start_text(state):
            at = state.at
            self.texts[id(at.container), at.index] = words.text

    def take(self, state: State) -> Held:
        """What was calculated last."""
        return state.stack.pop() if state.stack else unknown("what was not given")

    def pointer(self, state: State, name: str) -> Held:
        """A variable itself, as it is given to a function that may change it."""
        if name in self.globals:
            return Pointer(name, None)
        held = state.frame.temps.get(name)
        return held if isinstance(held, Pointer) else Pointer(name, len(state.thread.frames) - 1)

    def read(self, state: State, name: str) -> Held:
        """What the variable holds, or the item of that name."""
        if name in self.globals:
            self.looked_at.add(name)
            if self.globals[name]:
                return state.lists.get(name, Listed(base=name))
            return state.read(name)
        items = self.story.items_called.get(name, ())
        if len(items) == 1:
            return listed(items)
        frames = state.thread.frames
        held = frames[-1].temps.get(name)
        if isinstance(held, Pointer):
            if held.frame is None:
                return self.read(state, held.name)
            return frames[held.frame].temps.get(held.name, unknown(name))
        if held is None:
            return state.read(temp(name, len(frames)))
        return held

    def assign(self, state: State, token: dict[str, Any]) -> None:
        """Give the variable what was calculated."""
        value = self.take(state)
        name = token.get("VAR=") or token["temp="]
        if not token.get("re"):
            if "VAR=" in token:
                self._set(state, name, value)
            else:
                state.frame.temps[name] = value
            return
        if name in self.globals:
            self._set(state, name, value)
            return
        held = state.frame.temps.get(name)
        if not isinstance(held, Pointer):
            state.frame.temps[name] = value
        elif held.frame is None:
            self._set(state, held.name, value)
        elif held.frame < len(state.thread.frames):
            state.thread.frames[held.frame].temps[held.name] = value

    def _set(self, state: State, name: str, value: Held) -> None:
        # What is declared is of the kind that it begins with.
        if not self.globals.get(name, isinstance(value, Listed)):
            state.held[name] = expression(value)
        elif isinstance(value, Listed):
            state.lists[name] = value
        else:
            state.lists[name] = Listed(base=unknown(name).name)

    def count(self, state: State, path: str) -> Held:
        """How often the place was met."""
        at = state.at
        target = self.story.at(path, at.container)
        if target is None:
            return number(0)
        found = target.inner
        name = visit_counter_of(found.path)
        self.looked_at.add(name)
        return state.read(name) if found.visits else unknown(f"how often {found.path} was met")

    def arrow(self, value: Value) -> Place | None:
        """Where a value leads that is a place to divert to."""
        said = str(value.of)
        if value.kind is not Kind.TEXT or not said.startswith(ARROW):
            return None
        return self.story.at(said.removeprefix(ARROW), self.story.root)

    def offer(self, state: State, token: dict[str, Any]) -> None:
        """A choice, unless it is closed for everybody."""
        flags, at = token.get("flg", 0), state.at
        condition: Condition = ALWAYS
        if flags & _ASKS:
            condition = is_true(self.take(state), self.story.items)
        only = words_of(self.take(state)) if flags & _CHOICE_TEXT else InkText("")
        start = words_of(self.take(state)) if flags & _START_TEXT else InkText("")
        target = self.story.at(token["*"], at.container)
        if target is None:
            return
        container = target.container if target.index >= 0 else target.inner
        if flags & _ONCE:
            seen = state.read(visit_counter_of(container.path))
            condition = joined(condition, compared("==", seen, number(0)))
        if condition == NEVER:
            return
        if is_large(condition):
            condition = Truth(unknown("a long condition"))
        label = " ".join(f"{start.text}{only.text}".split())
        offered = Offered(
            token=(at.container, at.index),
            target=container,
            label=InkText(label, whole=start.whole and only.whole),
            condition=condition,
            fallback=bool(flags & _HIDDEN),
            thread=state.thread.copy(),
        )
        state.choices = (*state.choices, offered)


def temp(name: str, depth: int) -> str:
    """The variable that a temporary one is from one place to the next."""
    return f"temp {name}" if depth == 1 else f"temp {name} at {depth}"


def _is_in_start_text(state: State) -> bool:
    """Whether a choice that was taken repeats its label."""
    at = state.frame.at
    return at is not None and at.container.name == "s" and at.container.index < 0
