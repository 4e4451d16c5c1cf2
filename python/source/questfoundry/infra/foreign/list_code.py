"""Parse code that adds items to a list or removes them; other operations make it unknown."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    TRUE,
    Either,
    Expression,
    Truth,
    Variable,
    add,
)
from questfoundry.domain.story.lists import UNKNOWN, is_length, length_variable, member_variable
from questfoundry.infra.foreign.expressions import Language, parse_arguments
from questfoundry.infra.foreign.functions import NotModelledError, require_items

_CALL = re.compile(
    r"\s*(?P<name>[$_]?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"
    r"\.(?P<does>push|pushUnique|delete|deleteAll)\((?P<items>[^()]*)\)\s*",
)
_NAME = r"[$_]?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
_JOINED = re.compile(
    rf"\s*(?P<name>{_NAME})\s*(?:(?P<sign>[+-])\s*a\((?P<items>[^()]*)\)"
    r"|\.concat\(\s*\[?(?P<more>[^()\[\]]*)\]?\s*\))\s*"
    rf"|\s*(?:a\(|\[)\s*\.\.\.(?P<spread>{_NAME})\s*,(?P<others>[^()\[\]]*)[)\]]\s*"
)


def parse_list_call(code: str, language: Language) -> Mapping[str, Expression] | None:
    """Return the new length and items after ``$list.push("x")``; ``None`` for other code."""
    found = _CALL.fullmatch(code)
    if not found:
        return None
    name, does = found["name"], found["does"]
    changed = _build_changes(name, found["items"], language, is_addition="push" in does)
    if changed and does == "pushUnique":
        first, *others = changed.keys() - {length_variable(name)}
        before = Variable(length_variable(name))
        counted = Either(Truth(Variable(first)), before, add(before, 1))
        return {**changed, length_variable(name): UNKNOWN if others else counted}
    return changed


def parse_list_join(name: str, code: str, language: Language) -> Mapping[str, Expression] | None:
    """Return the new length and items after ``code`` adds or removes items of ``name``."""
    found = _JOINED.fullmatch(code)
    if not found or (found["name"] or found["spread"]) != name:
        return None
    items = found["items"] or found["more"] or found["others"] or ""
    return _build_changes(name, items, language, is_addition=found["sign"] != "-")


def merge_list_changes(
    before: AbstractSet[str], changed: Mapping[str, Expression]
) -> Mapping[str, Expression]:
    """Return ``changed``; the length of a list in ``before``, changed earlier, becomes unknown."""
    twice = {name for name in before & changed.keys() if is_length(name)}
    return {**changed, **dict.fromkeys(twice, UNKNOWN)}


def _build_changes(
    name: str, items: str, language: Language, *, is_addition: bool
) -> Mapping[str, Expression] | None:
    try:
        values = require_items(parse_arguments(items, language))
    except NotModelledError:
        return None
    counted = add(Variable(length_variable(name)), len(values)) if is_addition else UNKNOWN
    # The length is computed from the old items, so its setting comes first.
    changed: dict[str, Expression] = {
        member_variable(name, each): TRUE if is_addition else FALSE for each in values
    }
    return {length_variable(name): counted, **changed}
