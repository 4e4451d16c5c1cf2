"""What a field wants, in words: its type, its limits and an example.

The words come from ``prompts/feedback.yaml``, a limit's by the JSON Schema keyword that
sets it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from questfoundry.domain.answer.schema import Schema, alternatives
from questfoundry.domain.wording import phrase

NO_EXAMPLE = object()
"""Where a field has none; ``None`` may be one."""


def wanted(node: Schema, root: Schema, wording: Mapping[str, Any]) -> str:
    """What the schema asks of a value."""
    options = (_option(option, root, wording) for option in alternatives(node, root))
    return phrase(wording, "schema.or").join(dict.fromkeys(options))


def with_example(requirement: str, example: Any, wording: Mapping[str, Any]) -> str:
    """The requirement and an example after it, where there is one."""
    if example is NO_EXAMPLE:
        return requirement
    return phrase(wording, "example", requirement=requirement, example=as_json(example))


def as_json(value: Any) -> str:
    """A value as a model would write it in its answer."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _option(node: Schema, root: Schema, wording: Mapping[str, Any]) -> str:
    if "const" in node:
        return phrase(wording, "schema.const", value=as_json(node["const"]))
    if "enum" in node:
        values = ", ".join(as_json(value) for value in node["enum"])
        return phrase(wording, "schema.enum", values=values)
    parts = [phrase(wording, f"schema.type.{node.get('type', 'any')}")]
    parts += [
        phrase(wording, f"schema.limit.{keyword}", limit=node[keyword])
        for keyword in wording["schema"]["limit"]
        if keyword in node
    ]
    if node.get("required"):
        fields = ", ".join(as_json(name) for name in node["required"])
        parts.append(phrase(wording, "schema.fields", fields=fields))
    if "items" in node:
        item = wanted(node["items"], root, wording)
        parts.append(phrase(wording, "schema.items", item=item))
    return phrase(wording, "schema.and").join(parts)
