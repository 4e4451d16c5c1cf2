"""An imported story by another author, with the parts of its structure that could be read."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class UnmodelledCode:
    """Code in a passage that is not understood and therefore not checked.

    Code with ``can_jump`` may lead to any passage. Other code may open or close choices; a
    condition that depends on it counts as open, and so does one on a variable that changes in
    unknown ways.
    """

    passage: str
    place: FilePlace
    what: str
    can_jump: bool = True


@frozen(kw_only=True)
class ForeignStory:
    """The structure of an imported story; ``words`` is the number of words of each passage.

    ``places`` gives the position of each passage and choice in its file, by id; for duplicate ids
    the first one. ``unmodelled`` code outside all passages, such as a script or a menu, may act in
    every passage. ``random_choices`` are opened by chance, alone or among other conditions; of two
    of them only one may be open. ``fallback_ids`` are links and passages that a player may never
    meet, because they serve when nothing else is open. In a story that ``is_split``, passages are
    smaller than the author's own; so their lengths say nothing, and none of them can be rewritten.
    """

    title: str
    structure: Structure
    words: Mapping[str, int]
    unmodelled: tuple[UnmodelledCode, ...] = ()
    places: Mapping[str, FilePlace] = field(factory=dict[str, FilePlace])
    random_choices: frozenset[str] = frozenset()
    fallback_ids: frozenset[str] = frozenset()
    is_split: bool = False


_ALTERNATIVE = " or "
"""The text between a link's id and the number, from 2, of a choice made from the link."""


def alternative_id(link: str, number: int) -> str:
    """Return the id of choice ``number``, from 1, of the choices that a link becomes."""
    return link if number == 1 else f"{link}{_ALTERNATIVE}{number}"


def link_id(choice: str) -> str:
    """Return the id of the link that ``choice`` was made from."""
    link, _, number = choice.rpartition(_ALTERNATIVE)
    return link if link and number.isdigit() and "#" in link else choice
