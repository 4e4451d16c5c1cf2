"""Define an imported story by another author, with the structure that could be read."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class UnmodelledCode:
    """Code in a passage that the import did not understand; checks ignore it.

    Code with ``can_jump`` may lead to any passage. Other code may open or close choices. A
    condition that depends on it counts as open, and so does a condition on a variable that changes
    in unknown ways.
    """

    passage: str
    place: FilePlace
    what: str
    can_jump: bool = True


@frozen(kw_only=True)
class ForeignStory:
    """The structure of an imported story, with what the import knows about it.

    ``words``: the number of words of each passage.
    ``places``: the position of each passage and choice in its file, by id. Of duplicate ids the
    first counts.
    ``unmodelled``: the code that was not understood. Outside all passages, as in a script or a
    menu, it may act in every passage.
    ``random_choices``: the choices that chance opens, alone or with other conditions. Of two such
    choices only one may be open.
    ``fallback_ids``: the links and passages that serve when nothing else is open, so that a player
    may never meet them.
    ``is_split``: whether passages are smaller than the author's own. Then their lengths say
    nothing, and they cannot be rewritten.
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
    """Return the id of choice ``number``, from 1, among the choices that encode the link."""
    return link if number == 1 else f"{link}{_ALTERNATIVE}{number}"


def link_id(choice: str) -> str:
    """Return the id of the link that the choice encodes."""
    link, _, number = choice.rpartition(_ALTERNATIVE)
    return link if link and number.isdigit() and "#" in link else choice
