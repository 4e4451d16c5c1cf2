"""A story that somebody else wrote, as far as its structure can be read."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class Unmodelled:
    """Something in a passage that is not understood, and so is not checked."""

    passage: str
    place: FilePlace
    what: str


@frozen(kw_only=True)
class ForeignStory:
    """The structure of a story that was read; ``words`` counts the words of each passage.

    ``places`` says where each passage and choice stands, by id; of two with the same id, the
    first. What is ``unmodelled`` may open, close or lead anywhere: where there is any, laws
    that hold for the structure need not hold for the story.
    """

    title: str
    structure: Structure
    words: Mapping[str, int]
    unmodelled: tuple[Unmodelled, ...] = ()
    places: Mapping[str, FilePlace] = field(factory=dict[str, FilePlace])
