"""Define an imported story by another author, with the structure that could be read."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class UnmodelledCode:
    """Code in a passage that the import did not understand; checks ignore it.

    If ``can_jump`` is true, the code may lead to any passage. Any other such code may open or close
    choices. A condition that depends on the code counts as open. So does a condition on a variable
    that changes in unknown ways.
    """

    passage: str
    place: FilePlace
    what: str
    can_jump: bool = True


@frozen(kw_only=True)
class ForeignStory:
    """The structure of an imported story, with what the import knows about it.

    ``words``: the number of words of each passage.
    ``places``: the place of each passage and choice in its file, by id. If two have the same id, it
    is the place of the first.
    ``unmodelled``: the code that was not understood. Code outside all passages, as in a script or a
    menu, may act in every passage.
    ``random_choices``: the choices that chance opens, alone or with other conditions. Of two such
    choices perhaps only one is open at a time.
    ``fallback_ids``: the links and passages that serve only when nothing else is open. A player may
    never meet them.
    ``is_split``: whether the import divided the author's passages into smaller ones. Then their
    lengths say nothing, and they cannot be rewritten.
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
    """Return the id of a choice that encodes a link.

    Several choices may encode one link; ``number`` counts them from 1.
    """
    return link if number == 1 else f"{link}{_ALTERNATIVE}{number}"


def link_id(choice: str) -> str:
    """Return the id of the link that the choice with the id ``choice`` encodes."""
    link, _, number = choice.rpartition(_ALTERNATIVE)
    return link if link and number.isdigit() and "#" in link else choice
