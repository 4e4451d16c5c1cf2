"""Define passages and choices, the nodes and edges of a structure, and play it choice by choice."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.dilemma import Trace
from questfoundry.domain.story.stat import move_stats, read_level


def _flags(flags: Iterable[str]) -> frozenset[str]:
    return frozenset(flags)


@former_names(reads="conditional_flags", recalls="callback_flags")
@frozen(kw_only=True)
class Passage:
    """A piece of the story that the player reads at once; it tells one or more consecutive beats.

    ``ending``: the id of the ending in this passage; empty if the story continues.
    ``remembers``: the earlier paths whose delayed effects this passage shows.
    ``hub``: the id of the hub passage, if this passage is one of its topics; otherwise empty.
    ``callback_flags``: the flags that get conditional text here by the plan. Only players who hold
      such a flag read its text.
    ``conditional_flags``: the flags that the written conditional text requires. Before the prose is
      written, these are the ``callback_flags``.
    """

    id: str
    beats: tuple[str, ...] = ()
    title: str = ""
    ending: str = ""
    remembers: tuple[Trace, ...] = ()
    hub: str = ""
    callback_flags: frozenset[str] = field(default=frozenset(), converter=_flags)
    conditional_flags: frozenset[str] = field(default=frozenset(), converter=_flags)


@former_names(once="one_time_flags")
@frozen(kw_only=True)
class Choice:
    """An edge from one passage to another.

    ``requires``: the flags that a player must have, so that the choice is open.
    ``forbids``: the flags that a player must not have, so that the choice is open.
    ``grants``: the flags that taking the choice sets.
    ``clears``: the flags that taking the choice unsets, in imported stories.
    ``moves``: by how much taking the choice raises or lowers each stat, by stat id.
    ``takes``: the id of the dilemma's path that the choice commits to; empty if none.
    ``closed``: the text shown while the choice is closed; if empty, a closed choice is hidden. A
      choice that can be taken only once is always hidden after it was taken.
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
    moves: Mapping[str, int] = field(factory=dict[str, int], hash=False)

    @property
    def one_time_flags(self) -> frozenset[str]:
        """The flags that the choice both grants and forbids, so that it can be taken only once."""
        return self.forbids & self.grants

    def is_open(self, flags: frozenset[str]) -> bool:
        """Return whether a player with ``flags`` can take the choice."""
        return self.requires <= flags and not self.forbids & flags

    def apply(self, flags: frozenset[str]) -> frozenset[str]:
        """Return the flags of a player who had ``flags`` and took the choice."""
        return move_stats(flags - self.clears | self.grants, self.moves)

    def is_shown_closed(self, flags: frozenset[str]) -> bool:
        """Return whether a player with ``flags`` sees the choice but cannot take it."""
        return bool(self.closed) and not self.is_open(flags) and not self.one_time_flags & flags


@frozen(kw_only=True)
class Ending:
    """An ending of the story, with its id and name; several passages may share it."""

    id: str
    name: str


@former_names(
    arriving="incoming_choices",
    granting="granting_choices",
    leaving="outgoing_choices",
    offered="selectable_choices",
    place="choice_index",
)
@frozen(kw_only=True, cache_hash=True)
class Structure:
    """A playable graph of passages and choices, in a fixed order; ``start`` is a passage's id.

    The graph may be malformed. If two passages or two choices have the same id, a look-up finds the
    first. A choice may lead to a passage that does not exist.
    """

    start: str
    passages: tuple[Passage, ...]
    choices: tuple[Choice, ...]

    def passage(self, identifier: str) -> Passage:
        """Return the passage with the id ``identifier``; raise ``KeyError`` if there is none."""
        return self._passages[identifier]

    def choice(self, identifier: str) -> Choice:
        """Return the choice with the id ``identifier``; raise ``KeyError`` if there is none."""
        return self._choices[identifier]

    def outgoing_choices(self, passage: str) -> tuple[Choice, ...]:
        """Return the choices that leave ``passage`` (an id), in the order of the structure."""
        return self._leaving.get(passage, ())

    def selectable_choices(self, passage: str) -> tuple[Choice, ...]:
        """Return the choices out of ``passage`` (an id); an ending offers no choices."""
        return () if self.passage(passage).ending else self.outgoing_choices(passage)

    def list_copies(self, choice: Choice) -> tuple[Choice, ...]:
        """Return the choices of the same passage with the label and the closed text of ``choice``.

        Players see these choices, which include ``choice``, as one option.
        """
        option = choice.label, choice.closed
        leaving = self.outgoing_choices(choice.source)
        return tuple(each for each in leaving if (each.label, each.closed) == option)

    def is_shown_closed(self, choice: Choice, flags: frozenset[str]) -> bool:
        """Return whether a player with ``flags`` reads the text of ``choice`` while it is closed.

        Of several copies, the last one shows the text, and only while all of them are closed.
        """
        copies = self.list_copies(choice)
        is_last = choice.id == copies[-1].id
        return is_last and all(each.is_shown_closed(flags) for each in copies)

    def incoming_choices(self, passage: str) -> tuple[Choice, ...]:
        """Return the choices that lead to ``passage`` (an id), in the order of the structure."""
        return self._arriving.get(passage, ())

    def granting_choices(self, flag: str) -> tuple[Choice, ...]:
        """Return the choices that set ``flag``, in the order of the structure."""
        return self._granting.get(flag, ())

    def passages_before(self, passages: Iterable[str]) -> frozenset[str]:
        """Return ``passages`` (ids) and all passages from which choices lead to one of them."""
        found = set(passages)
        waiting = [*found]
        for passage in waiting:
            new = {choice.source for choice in self.incoming_choices(passage)} - found
            found |= new
            waiting += new
        return frozenset(found)

    def choice_index(self, choice: Choice) -> int:
        """Return the index of ``choice`` in the order of the structure, from 0."""
        return self._places[choice.id]

    @cached_property
    def read_stats(self) -> frozenset[str]:
        """The ids of the stats that a choice or a conditional text asks for."""
        flags = frozenset[str]().union(
            *(each.requires | each.forbids for each in self.choices),
            *(each.conditional_flags for each in self.passages),
        )
        return frozenset(level.stat for flag in flags if (level := read_level(flag)))

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


@frozen(kw_only=True)
class Playthrough:
    """A player's position after some choices, with the choices that are open there.

    ``passages``: the ids of the visited passages, from the start to the current passage.
    ``open``: the choices that the player can take; empty at an ending, or if the player has no open
      choice.
    ``closed``: the choices that the player sees but cannot take.
    ``ending``: the id of the ending reached; empty if the current passage is no ending.
    """

    passages: tuple[str, ...]
    choices: tuple[str, ...]
    flags: frozenset[str]
    open: tuple[Choice, ...]
    closed: tuple[Choice, ...]
    ending: str

    @property
    def passage(self) -> str:
        """The id of the current passage."""
        return self.passages[-1]


def play(structure: Structure, choices: Iterable[str] = ()) -> Playthrough:
    """Return the playthrough of a player who takes the choices with the ids ``choices`` in order.

    Raise ``InputError`` at the first choice that is not open.
    """
    *_, last = play_steps(structure, choices)
    return last


def play_steps(structure: Structure, choices: Iterable[str] = ()) -> Iterator[Playthrough]:
    """Yield the playthrough before the first of ``choices`` (ids), and after each of them.

    Raise ``InputError`` at the first choice that is not open.
    """
    here = _arrive(structure, (structure.start,), (), frozenset())
    yield here
    for choice in choices:
        here = take(structure, here, choice)
        yield here


def take(structure: Structure, before: Playthrough, choice: str) -> Playthrough:
    """Return the playthrough ``before`` after the open choice with the id ``choice``.

    Raise ``InputError`` if the choice is not open.
    """
    taken = next((each for each in before.open if each.id == choice), None)
    if taken is None:
        raise InputError(
            f"The choice {choice!r} is not open in the passage {before.passage!r}. "
            f"Open choices: {', '.join(each.id for each in before.open) or 'none'}."
        )
    passages = (*before.passages, taken.target)
    return _arrive(structure, passages, (*before.choices, choice), taken.apply(before.flags))


def _arrive(
    structure: Structure, passages: tuple[str, ...], choices: tuple[str, ...], flags: frozenset[str]
) -> Playthrough:
    offered = structure.selectable_choices(passages[-1])
    return Playthrough(
        passages=passages,
        choices=choices,
        flags=flags,
        open=tuple(each for each in offered if each.is_open(flags)),
        closed=tuple(each for each in offered if structure.is_shown_closed(each, flags)),
        ending=structure.passage(passages[-1]).ending,
    )
