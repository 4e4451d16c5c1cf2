"""What a player meets: passages, and the choices that join them (DESIGN 5)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen


def _flags(flags: Iterable[str]) -> frozenset[str]:
    return frozenset(flags)


@frozen(kw_only=True)
class Passage:
    """A piece of the story that is read at once; it holds one or more consecutive beats.

    ``ending`` is the name of the ending that the story has here, empty where it goes on.
    """

    id: str
    beats: tuple[str, ...] = ()
    title: str = ""
    ending: str = ""


@frozen(kw_only=True)
class Choice:
    """A way from one passage to another.

    It is open when all ``requires`` are set and none of ``forbids`` is; taking it sets
    ``grants``.
    """

    id: str
    source: str
    target: str
    label: str = ""
    requires: frozenset[str] = field(default=frozenset(), converter=_flags)
    forbids: frozenset[str] = field(default=frozenset(), converter=_flags)
    grants: frozenset[str] = field(default=frozenset(), converter=_flags)


@frozen(kw_only=True)
class Structure:
    """A playable structure: where it starts, its passages and choices, each in a fixed order."""

    start: str
    passages: tuple[Passage, ...]
    choices: tuple[Choice, ...]
