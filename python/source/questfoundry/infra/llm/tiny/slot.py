"""Describe a position in an answer that is being written, and the values for its texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, field, frozen

from questfoundry.infra.llm.tiny.entity_extraction import ExtractedEntity

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@frozen(kw_only=True)
class Slot:
    """A position in an answer that still needs a value.

    ``values``: The values of the ``{placeholders}`` in a guide: values that are known everywhere,
      values of earlier fields, and the names of ids.
    ``row``: The row that was chosen from a guide's table; its texts may contain placeholders.
    ``preset_fields``: Maps names of fields to values that are already known.
    ``position``: The index of this position in its list, or in its object with ids as keys.
    ``group``: A text that identifies this list or object.
    """

    values: Mapping[str, str]
    row: Mapping[str, str] = field(factory=dict[str, str])
    preset_fields: Mapping[str, str] = field(factory=dict[str, str])
    position: int = 0
    group: str = ""

    def add_values(self, values: Mapping[str, str]) -> Slot:
        """Return a slot at the same position with additional values."""
        return evolve(self, values={**self.values, **values})

    def enter_entry(self, position: int, name: str) -> Slot:
        """Return the slot for the item with index ``position`` of the list or object ``name``."""
        group = f"{self.get_value('id')}/{name}"
        return evolve(self.add_values({"position": str(position)}), position=position, group=group)

    def add_entity(self, entity: ExtractedEntity) -> Slot:
        """Return a slot at the same position with the values and preset fields of ``entity``."""
        return evolve(self.add_values(entity.template_values), preset_fields=entity.preset_fields)

    def get_value(self, name: str) -> str:
        """Return the value called ``name``, or an empty string if there is no such value."""
        return self.row.get(name) or self.values.get(name, "")

    def can_fill(self, text: str, unknown: Mapping[str, str]) -> bool:
        """Return whether the slot has its own value for each placeholder in ``text``.

        ``unknown`` maps placeholders to default values. An empty value, or one that equals the
        default, does not count.
        """
        return all(
            self.get_value(name) not in ("", unknown.get(name))
            for name in _PLACEHOLDER.findall(text)
        )

    def fill(self, text: str) -> str:
        """Return ``text`` with each placeholder replaced by its value, if it has one."""
        return _fill(_fill(text, self.row), self.values)


def _fill(text: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)
