"""What a player meets: passages, and the choices that join them."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from questfoundry.domain.story.dilemma import Residue


def _flags(flags: Iterable[str]) -> frozenset[str]:
    return frozenset(flags)


@frozen(kw_only=True)
class Trace:
    """A path taken earlier that a passage remembers.

    Heavy: the passage is told for this path only. Light: it holds nothing else. Cosmetic: it
    is told for all paths, and may hint at this one.
    """

    path: str
    residue: Residue


@frozen(kw_only=True)
class Passage:
    """A piece of the story that is read at once; it holds one or more consecutive beats.

    ``ending`` is the id of the ending that the story has here, empty where it goes on.
    """

    id: str
    beats: tuple[str, ...] = ()
    title: str = ""
    ending: str = ""
    remembers: tuple[Trace, ...] = ()


@frozen(kw_only=True)
class Choice:
    """A way from one passage to another.

    It is open when all ``requires`` are set and none of ``forbids`` is; taking it sets
    ``grants``. ``takes`` is the path that it commits to, empty where it only leads on.
    """

    id: str
    source: str
    target: str
    label: str = ""
    takes: str = ""
    requires: frozenset[str] = field(default=frozenset(), converter=_flags)
    forbids: frozenset[str] = field(default=frozenset(), converter=_flags)
    grants: frozenset[str] = field(default=frozenset(), converter=_flags)


@frozen(kw_only=True)
class Ending:
    """One way in which the story can end; several passages may have it."""

    id: str
    name: str


@frozen(kw_only=True)
class Structure:
    """A playable structure: where it starts, its passages and choices, each in a fixed order."""

    start: str
    passages: tuple[Passage, ...]
    choices: tuple[Choice, ...]
