"""Code that adds to lists and takes from them, as the formats write it.

What else is done with a list is not modelled: nothing is known of it then.
"""

from __future__ import annotations

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
    plus,
)
from questfoundry.domain.story.lists import UNKNOWN, count, is_count, member
from questfoundry.infra.reading.expressions import Language, given_in
from questfoundry.infra.reading.functions import NotModelledError, items_of

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


def list_settings(code: str, language: Language) -> Mapping[str, Expression] | None:
    """What ``$list.push("x")`` and its like set; ``None`` where the code is something else."""
    found = _CALL.fullmatch(code)
    if not found:
        return None
    name, does = found["name"], found["does"]
    changed = _changed(name, found["items"], language, added="push" in does)
    if changed and does == "pushUnique":
        first, *others = changed.keys() - {count(name)}
        before = Variable(count(name))
        counted = Either(Truth(Variable(first)), before, plus(before, 1))
        return {**changed, count(name): UNKNOWN if others else counted}
    return changed


def joined_settings(name: str, code: str, language: Language) -> Mapping[str, Expression] | None:
    """What is set where a list comes to be itself and more, or less; ``None`` where it does not."""
    found = _JOINED.fullmatch(code)
    if not found or (found["name"] or found["spread"]) != name:
        return None
    items = found["items"] or found["more"] or found["others"] or ""
    return _changed(name, items, language, added=found["sign"] != "-")


def changed_again(
    before: AbstractSet[str], changed: Mapping[str, Expression]
) -> Mapping[str, Expression]:
    """What is changed; how many items a list holds that was changed ``before`` is not known."""
    twice = {name for name in before & changed.keys() if is_count(name)}
    return {**changed, **dict.fromkeys(twice, UNKNOWN)}


def _changed(
    name: str, items: str, language: Language, *, added: bool
) -> Mapping[str, Expression] | None:
    try:
        given = items_of(given_in(items, language))
    except NotModelledError:
        return None
    counted = plus(Variable(count(name)), len(given)) if added else UNKNOWN
    # How many there are goes by what was there before: it comes first.
    changed: dict[str, Expression] = {
        member(name, each): TRUE if added else FALSE for each in given
    }
    return {count(name): counted, **changed}
