"""A slot in an answer that is being written: what can be said there, and which in turn it is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, field, frozen

from questfoundry.infra.llm.tiny.entity_extraction import ExtractedEntity

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@frozen(kw_only=True)
class Slot:
    """Where a value is to stand.

    ``values`` fill the ``{placeholders}`` of a guide: what is known everywhere, what was
    written beside or above, and the names of ids. ``row`` is the row of a guide's table
    that was drawn for the object; its texts may hold placeholders of their own.
    ``settled`` are fields whose value is known before.
    ``position`` counts the entries of the nearest list or object by id, and ``group`` tells
    that one from others.
    """

    values: Mapping[str, str]
    row: Mapping[str, str] = field(factory=dict[str, str])
    preset_fields: Mapping[str, str] = field(factory=dict[str, str])
    position: int = 0
    group: str = ""

    def add_values(self, values: Mapping[str, str]) -> Slot:
        """The same slot, where more can be said."""
        return evolve(self, values={**self.values, **values})

    def enter_entry(self, position: int, name: str) -> Slot:
        """The slot of an entry in the list or object ``name`` that stands here."""
        group = f"{self.get_value('id')}/{name}"
        return evolve(self.add_values({"position": str(position)}), position=position, group=group)

    def add_entity(self, entity: ExtractedEntity) -> Slot:
        """The slot of what the author named, or of what is only of that kind."""
        return evolve(self.add_values(entity.template_values), preset_fields=entity.preset_fields)

    def get_value(self, name: str) -> str:
        """The value of that name; empty where there is none."""
        return self.row.get(name) or self.values.get(name, "")

    def can_fill(self, text: str, unknown: Mapping[str, str]) -> bool:
        """Whether each placeholder in ``text`` has a value, and not only that for the unknown."""
        return all(
            self.get_value(name) not in ("", unknown.get(name))
            for name in _PLACEHOLDER.findall(text)
        )

    def fill(self, text: str) -> str:
        """``text`` with each placeholder replaced; braces in a value stay as they are."""
        return _fill(_fill(text, self.row), self.values)


def _fill(text: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)
