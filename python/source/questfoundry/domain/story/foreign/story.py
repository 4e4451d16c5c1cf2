"""Define a story imported from another tool, with the structure that could be read."""

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.finding import Finding
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.source_text import FilePlace, Located


@frozen(kw_only=True)
class UnmodelledCode:
    """Code in ``passage`` that the import did not understand.

    If ``can_jump`` is true, the code may lead to any passage; otherwise it may open or close
    choices. In checks, conditions that depend on such code count as met. If ``hides_passages`` is
    true, passages of the story are in a file that was not read.
    """

    passage: str
    place: FilePlace
    what: str
    can_jump: bool = True
    hides_passages: bool = False


@frozen(kw_only=True)
class ForeignStory:
    """An imported story: its structure, and the facts that the import recorded about its source.

    ``words``: the number of words of each passage, by passage id.
    ``places``: the place of each passage and choice in the source file, by id. If an id occurs at
      several places, the first is used.
    ``random_choices``: the ids of choices that depend on chance; perhaps only one of two is open.
    ``fallback_ids``: the links and passages that serve only when nothing else is open.
    ``same_links``: for each part of a link that the import divided, the id of the first part. The
      link is open if one part is.
    ``is_split``: whether the import divided the author's passages into smaller ones. The lengths of
      these say nothing, and their text cannot be rewritten.
    ``findings``: problems of the code itself, which do not depend on the structure.
    """

    title: str
    structure: Structure
    words: Mapping[str, int]
    unmodelled: tuple[UnmodelledCode, ...] = ()
    places: Mapping[str, FilePlace] = field(factory=dict[str, FilePlace])
    random_choices: frozenset[str] = frozenset()
    fallback_ids: frozenset[str] = frozenset()
    same_links: Mapping[str, str] = field(factory=dict[str, str])
    is_split: bool = False
    findings: tuple[Located[Finding], ...] = ()


_ALTERNATIVE = " or "
"""The text between a link's id and the number, from 2, of a choice made from the link."""


def alternative_id(link: str, number: int) -> str:
    """Return the id of choice ``number``, from 1, of the choices that encode ``link``."""
    return link if number == 1 else f"{link}{_ALTERNATIVE}{number}"


def link_id(choice: str) -> str:
    """Return the id of the link that the choice with the id ``choice`` encodes."""
    link, _, number = choice.rpartition(_ALTERNATIVE)
    return link if link and number.isdigit() and "#" in link else choice
