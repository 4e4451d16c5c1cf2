"""What a JSON Schema leaves open about a field, and what it settles."""

from __future__ import annotations

from typing import Any

from questfoundry.domain.answer.schema import Schema, alternatives, resolved

_UNBOUNDED = 1000


def plain(node: Schema, root: Schema) -> Schema:
    """The node without references, and of a union the first branch that is not null."""
    node = resolved(node, root)
    branches = [found for found in alternatives(node, root) if found.get("type") != "null"]
    return {**branches[0], **node} if branches else node


def options_of(node: Schema) -> tuple[Any, ...]:
    """The only values allowed; empty where there is no such list."""
    return (node["const"],) if "const" in node else tuple(node.get("enum", ()))


def length_of(node: Schema, beyond: int | None) -> int:
    """How many items a list gets: so many beyond the fewest, else the fewest, but one."""
    fewest, most = node.get("minItems", 0), node.get("maxItems", _UNBOUNDED)
    wanted = max(fewest, 1) if beyond is None else fewest + beyond
    return int(min(wanted, most))


def in_words(name: str) -> str:
    """A field's name or an id as a reader would say it."""
    return " ".join(name.rpartition("::")[2].replace("-", "_").split("_"))
