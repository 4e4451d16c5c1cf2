"""A story that somebody else wrote, as far as its structure can be read."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class Unmodelled:
    """Something in a passage that is not understood, and so is not checked.

    ``place`` is the id of the passage, ``line`` where it stands in the file, from 1.
    """

    place: str
    line: int
    what: str


@frozen(kw_only=True)
class ForeignStory:
    """The structure of a file; ``words`` counts the words of each passage.

    ``lines`` says in which line of the file each passage and choice stands, from 1.
    """

    title: str
    structure: Structure
    words: Mapping[str, int]
    unmodelled: tuple[Unmodelled, ...] = ()
    lines: Mapping[str, int] = field(factory=dict[str, int])
