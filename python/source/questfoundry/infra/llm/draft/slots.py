"""Fill the slots (placeholders) of a text, such as ``{who}`` or ``{things}``.

If the name of a slot begins with a capital letter, so does the text in its place.
"""

import re
from collections.abc import Mapping

from attrs import frozen

from questfoundry.infra.llm.draft.cast import Cast
from questfoundry.infra.llm.draft.conditions import parse_condition, settle_facts
from questfoundry.infra.llm.draft.grammar import capitalise
from questfoundry.infra.llm.draft.material import SlotError

SLOT = re.compile(r"\{([A-Za-z][\w-]*)\}")
"""A slot: its name in braces."""

_ADDED_THINGS = re.compile(r",? and \{things\}|\{things\}, and (?=\{people\})")
"""Matches the things in a list with something else."""


@frozen
class SlotFiller:
    """A filler of the slots in the texts of one story."""

    cast: Cast

    @property
    def words(self) -> Mapping[str, str]:
        """The words for each slot: the tale's, and the name for each role."""
        return {**self.cast.tale.slots, **self.cast.people}

    def fill(self, text: str) -> str:
        """Return ``text`` with slots filled and conditions about the tale replaced by their words.

        Raise ``SlotError`` for a slot or a fact that does not exist.
        """
        try:
            settled = settle_facts(text, self.cast.tale.facts)
        except KeyError as error:
            raise SlotError(f"the condition asks for the unknown fact {error.args[0]!r}") from None
        return SLOT.sub(self._fill_slot, self._drop_list(settled))

    def _drop_list(self, text: str) -> str:
        """Return ``text`` without ``, and {things}`` if the tale names no things."""
        return text if self.cast.tale.things else _ADDED_THINGS.sub("", text)

    def is_offered(self, need: str) -> bool:
        """Return whether the tale allows an option with the condition ``need``."""
        terms = parse_condition(need) if need else ()
        return all(each.is_true_of(self.cast.tale.facts) for each in terms if each.value)

    def _fill_slot(self, found: re.Match[str]) -> str:
        words = self.words.get(found[1].lower())
        if words is None:
            raise SlotError(f"the slot {found[0]} asks for something that is not there")
        return capitalise(words) if found[1][0].isupper() else words
