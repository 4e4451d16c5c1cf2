"""Fill in templates of short texts from ``prompts/*.yaml``; the code itself has no such texts."""

import json
from collections.abc import Mapping
from typing import Any

from questfoundry.domain.errors import PromptError


def phrase(wording: Mapping[str, Any], key: str, /, **values: object) -> str:
    """Return the text at the dotted ``key`` of ``wording``, with its ``{placeholders}`` filled in.

    A brace in a filled-in value stays a brace. Raise ``PromptError`` if the key is missing, or if a
    placeholder has no value.
    """
    found: Any = wording
    for step in key.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    if not isinstance(found, str):
        raise PromptError(
            f"The wording has no text {key!r}. Add the text to the YAML file of the wording."
        )
    try:
        return found.format_map({name: str(value) for name, value in values.items()})
    except (KeyError, IndexError, ValueError, AttributeError) as error:
        raise PromptError(
            f"The text {key!r} does not render: {error}. The text may use "
            f"{', '.join(f'{{{name}}}' for name in values) or 'no placeholder'}; write a plain "
            "brace twice."
        ) from error


def as_json(value: Any) -> str:
    """Return ``value`` as JSON text in the style of models, with spaces after commas and colons."""
    return json.dumps(value, ensure_ascii=False, default=str)
