"""Convert values to JSON documents: attrs classes and models become objects with their fields."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from questfoundry.app.run.spend_meter import Ledger


def to_plain(value: Any) -> Any:
    """Convert ``value`` to JSON data: times to ISO text, decimals to floats, paths to text."""
    match value:
        case Enum():
            return value.value
        case Decimal():
            return float(value)
        case datetime():
            return value.isoformat()
        case Path():
            return str(value)
        case Mapping():
            return {str(key): to_plain(each) for key, each in value.items()}
        case list() | tuple() | set() | frozenset():
            return [to_plain(each) for each in value]
        case _ if hasattr(value, "model_dump"):  # importing pydantic here would delay every command
            return value.model_dump(mode="json")
        case _ if attrs.has(type(value)):
            return {
                each.name: to_plain(getattr(value, each.name)) for each in attrs.fields(type(value))
            }
        case _:
            return value


def select_fields(value: Any, *names: str) -> dict[str, Any]:
    """Return the fields and properties of ``value`` with the given names."""
    return {name: getattr(value, name) for name in names}


def usage_document(ledger: Ledger) -> dict[str, Any]:
    """Return the usage of a run as JSON data; if the cost is unknown, it is ``null``."""
    return {
        "calls": ledger.calls,
        **select_fields(ledger.usage, "input_tokens", "output_tokens", "estimated"),
        "seconds": round(ledger.seconds, 3),
        "cost": ledger.cost,
    }
