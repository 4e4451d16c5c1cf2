"""Filling the short texts of ``prompts/*.yaml``; the texts themselves are never in code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from questfoundry.domain.errors import PromptError


def phrase(wording: Mapping[str, Any], key: str, /, **values: object) -> str:
    """The text at a dotted key, its ``{placeholders}`` filled.

    Values are data: a brace in one of them is a brace. ``PromptError`` where the key, or
    a value that the text asks for, is not there.
    """
    found: Any = wording
    for step in key.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    if not isinstance(found, str):
        raise PromptError(
            f"The wording has no text {key!r}. Add it to the YAML file that it comes from."
        )
    try:
        return found.format_map({name: str(value) for name, value in values.items()})
    except (KeyError, IndexError, ValueError, AttributeError) as error:
        raise PromptError(
            f"The text {key!r} does not render: {error}. It may use "
            f"{', '.join(f'{{{name}}}' for name in values) or 'no placeholder'}; write a plain "
            "brace twice."
        ) from error


def as_json(value: Any) -> str:
    """A value as a model would write it in its answer."""
    return json.dumps(value, ensure_ascii=False, default=str)
