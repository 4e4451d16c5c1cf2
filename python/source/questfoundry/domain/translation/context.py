"""Describe who reads a line, and after what, for those who translate it."""

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.edition_texts import find_option_owners
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.report import Edition
from questfoundry.domain.translation.lines import StoryLine

_MOST_LABELS = 3


@frozen(kw_only=True)
class LineContext:
    """The context of a line; a part that the line lacks is empty.

    ``passage``: the title of its passage.
    ``reader``: the meaning of its condition.
    ``after``: the labels of up to three choices that lead to the passage.
    ``leads_to``: the title of the passage to which the choice leads.
    """

    passage: str = ""
    reader: str = ""
    after: tuple[str, ...] = ()
    leads_to: str = ""


class ContextFinder:
    """A finder of the contexts of the lines of one edition."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        owners = find_option_owners(edition.structure)
        self._targets: Mapping[str, str] = {
            owners[each.id]: each.target for each in reversed(edition.structure.choices)
        }
        self._meanings = {slug_of(flag): text for flag, text in edition.flags.items()}

    def find(self, line: StoryLine) -> LineContext:
        """Return the context of ``line``."""
        if not line.passage:
            return LineContext()
        structure = self._edition.structure
        labels = (each.label for each in structure.incoming_choices(line.passage))
        is_option = line.kind in {TextKind.LABEL, TextKind.CLOSED}
        target = self._targets.get(line.place.partition(" ")[0], "") if is_option else ""
        return LineContext(
            passage=structure.passage(line.passage).title,
            reader=self._meanings.get(line.condition, "") if line.condition else "",
            after=() if is_option else tuple(dict.fromkeys(labels))[:_MOST_LABELS],
            leads_to=structure.passage(target).title if target else "",
        )
