"""A story that somebody else wrote, as far as its structure can be read."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class UnmodelledCode:
    """Something in a passage that is not understood, and so is not checked.

    What ``leads`` may lead on, to any passage. All else may close or open what is modelled; there
    a condition counts as open, and so does one on a variable that changes in ways unknown.
    """

    passage: str
    place: FilePlace
    what: str
    can_jump: bool = True


@frozen(kw_only=True)
class ForeignStory:
    """The structure of a story that was read; ``words`` counts the words of each passage.

    ``places`` says where each passage and choice stands, by id; of two with the same id, the
    first. What is ``unmodelled`` in what is no passage of the structure, a script or a menu, may
    act in every one. Whether choices of ``by_chance`` are open is decided by chance alone, or too:
    of two of them only one may be there. Nobody said that the links and passages of ``unpromised``
    are ever met: they are there in case nothing else is open. Where a story is read ``in_pieces``,
    smaller than what its author calls a passage, their lengths and rows say nothing, and none of
    them is written anew.
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
"""What stands between the id of a link and the number of a choice that it becomes, from 2 on."""


def alternative_id(link: str, number: int) -> str:
    """The id of one of the choices that a link becomes."""
    return link if number == 1 else f"{link}{_ALTERNATIVE}{number}"


def link_id(choice: str) -> str:
    """The id of the link that a choice is of."""
    link, _, number = choice.rpartition(_ALTERNATIVE)
    return link if link and number.isdigit() and "#" in link else choice
