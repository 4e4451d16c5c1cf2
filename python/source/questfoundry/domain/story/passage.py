"""What a player meets: passages, and the choices that join them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import field, frozen

from questfoundry.domain.artifacts.grow import Trace


def _flags(flags: Iterable[str]) -> frozenset[str]:
    return frozenset(flags)


@frozen(kw_only=True)
class Passage:
    """A piece of the story that is read at once; it holds one or more consecutive beats.

    ``ending`` is the id of the ending that the story has here, empty where it goes on. ``hub`` is
    the id of the passage in which players look around, for each of its topics, and empty
    elsewhere. ``recalls`` are the flags that the plan wants an insert for; ``reads`` those that
    its inserts ask for, once it is written, and the same before.
    """

    id: str
    beats: tuple[str, ...] = ()
    title: str = ""
    ending: str = ""
    remembers: tuple[Trace, ...] = ()
    hub: str = ""
    callback_flags: frozenset[str] = field(default=frozenset(), converter=_flags)
    conditional_flags: frozenset[str] = field(default=frozenset(), converter=_flags)


@frozen(kw_only=True)
class Choice:
    """A way from one passage to another.

    It is open when all ``requires`` are set and none of ``forbids`` is; taking it sets
    ``grants``, and in stories of others takes back what it ``clears``. ``takes`` is the path that
    it commits to, empty where it only leads on.
    ``closed`` is what players read in its place while it is not open; without, they see nothing,
    as do those who took one that is there only ``once``.
    """

    id: str
    source: str
    target: str
    label: str = ""
    takes: str = ""
    closed: str = ""
    requires: frozenset[str] = field(default=frozenset(), converter=_flags)
    forbids: frozenset[str] = field(default=frozenset(), converter=_flags)
    grants: frozenset[str] = field(default=frozenset(), converter=_flags)
    clears: frozenset[str] = field(default=frozenset(), converter=_flags)

    @property
    def one_time_flags(self) -> frozenset[str]:
        """The flags that it both grants and forbids: whoever holds one of them is done with it."""
        return self.forbids & self.grants


@frozen(kw_only=True)
class Ending:
    """One way in which the story can end; several passages may have it."""

    id: str
    name: str


@frozen(kw_only=True, cache_hash=True)
class Structure:
    """A playable structure: where it starts, its passages and choices, each in a fixed order.

    Look-ups are by id. Of a structure whose form is broken, two passages or choices may have
    the same id: the first is found; and a choice may leave, or lead to, what is no passage.
    """

    start: str
    passages: tuple[Passage, ...]
    choices: tuple[Choice, ...]

    def passage(self, identifier: str) -> Passage:
        """The passage of that id; ``KeyError`` where there is none."""
        return self._passages[identifier]

    def choice(self, identifier: str) -> Choice:
        """The choice of that id; ``KeyError`` where there is none."""
        return self._choices[identifier]

    def outgoing_choices(self, passage: str) -> tuple[Choice, ...]:
        """The choices that leave the passage, in their order."""
        return self._leaving.get(passage, ())

    def selectable_choices(self, passage: str) -> tuple[Choice, ...]:
        """The choices that a player may take in the passage: none where the story ends."""
        return () if self.passage(passage).ending else self.outgoing_choices(passage)

    def incoming_choices(self, passage: str) -> tuple[Choice, ...]:
        """The choices that lead to the passage, in their order."""
        return self._arriving.get(passage, ())

    def granting_choices(self, flag: str) -> tuple[Choice, ...]:
        """The choices that grant the flag, in their order."""
        return self._granting.get(flag, ())

    def choice_index(self, choice: Choice) -> int:
        """Where the choice stands in their order, from 0."""
        return self._places[choice.id]

    @cached_property
    def _passages(self) -> Mapping[str, Passage]:
        return {passage.id: passage for passage in reversed(self.passages)}

    @cached_property
    def _choices(self) -> Mapping[str, Choice]:
        return {choice.id: choice for choice in reversed(self.choices)}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {choice.id: place for place, choice in enumerate(self.choices)}

    @cached_property
    def _leaving(self) -> Mapping[str, tuple[Choice, ...]]:
        return _group_choices((choice.source, choice) for choice in self.choices)

    @cached_property
    def _arriving(self) -> Mapping[str, tuple[Choice, ...]]:
        return _group_choices((choice.target, choice) for choice in self.choices)

    @cached_property
    def _granting(self) -> Mapping[str, tuple[Choice, ...]]:
        return _group_choices((flag, choice) for choice in self.choices for flag in choice.grants)


def _group_choices(choices: Iterable[tuple[str, Choice]]) -> Mapping[str, tuple[Choice, ...]]:
    groups: dict[str, list[Choice]] = defaultdict(list)
    for name, choice in choices:
        groups[name].append(choice)
    return {name: tuple(groups.pop(name)) for name in [*groups]}
