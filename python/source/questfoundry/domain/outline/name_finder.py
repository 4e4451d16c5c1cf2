"""Find the names that an author's idea and outline state: by rules, or in a model's answer."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

from questfoundry.domain.outline.material import MaterialPage
from questfoundry.domain.outline.names import add_outline_text, find_outline_names, is_from_outline
from questfoundry.domain.story.entity import OutlineName
from questfoundry.domain.text.names.stated_names import find_names, has_name


class NameFinder(Protocol):
    """A finder of names in an author's texts, so that the story keeps these names."""

    @abstractmethod
    def find_in_idea(self, idea: str) -> tuple[str, ...]:
        """Return the names that ``idea`` states, in order of first mention."""

    @abstractmethod
    def find_in_outline(self, pages: Sequence[MaterialPage]) -> tuple[OutlineName, ...]:
        """Return the names that the outline states, the listed names first."""


class RuleNameFinder(NameFinder):
    """A finder that recognises names by their capitals, for models that cannot read an outline."""

    def find_in_idea(self, idea: str) -> tuple[str, ...]:
        """Return the names that ``idea`` states, in order of first mention."""
        return tuple(each.name for each in find_names(idea))

    def find_in_outline(self, pages: Sequence[MaterialPage]) -> tuple[OutlineName, ...]:
        """Return the names in lists of the outline, then other names that occur often enough."""
        return find_outline_names(pages)


@frozen
class ModelNameFinder(RuleNameFinder):
    """A better finder than rules: ``names`` are the names that a model found in the outline."""

    names: tuple[OutlineName, ...]

    def find_in_outline(self, pages: Sequence[MaterialPage]) -> tuple[OutlineName, ...]:
        """Return the model's names, spelt as in the outline, and then listed names it missed."""
        return add_outline_text(self.names, pages)


def list_stated_names(
    said: Sequence[str], pages: Sequence[MaterialPage], finder: NameFinder
) -> tuple[OutlineName, ...]:
    """Return the names that the author's idea states, then the names of the outline ``pages``.

    ``said`` is the idea, followed by the author's notes. If the idea is copied from the outline,
    the outline's names suffice. A note may rename a name that it mentions, so that name is left
    out.
    """
    outline_names = finder.find_in_outline(pages)
    is_own_idea = said and not is_from_outline(said[0], pages)
    forms = [form for each in outline_names for form in each.all_names]
    stated = [
        OutlineName(each)
        for each in (finder.find_in_idea(said[0]) if is_own_idea else ())
        if not any(has_name(form, each) for form in forms)
    ]
    notes = " ".join(said[1:])
    return tuple(
        each
        for each in (*stated, *outline_names)
        if not any(has_name(notes, form) for form in each.all_names)
    )
