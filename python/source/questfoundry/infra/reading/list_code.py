"""Code that adds to lists and takes from them, as the formats write it.

What else is done with a list is not modelled: nothing is known of it then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from questfoundry.domain.story.code import FALSE, TRUE, Expression
from questfoundry.domain.story.lists import member
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
    return _changed(found["name"], found["items"], language, added="push" in found["does"])


def joined_settings(name: str, code: str, language: Language) -> Mapping[str, Expression] | None:
    """What is set where a list comes to be itself and more, or less; ``None`` where it does not."""
    found = _JOINED.fullmatch(code)
    if not found or (found["name"] or found["spread"]) != name:
        return None
    items = found["items"] or found["more"] or found["others"] or ""
    return _changed(name, items, language, added=found["sign"] != "-")


def _changed(
    name: str, items: str, language: Language, *, added: bool
) -> Mapping[str, Expression] | None:
    try:
        given = items_of(given_in(items, language))
    except NotModelledError:
        return None
    return {member(name, each): TRUE if added else FALSE for each in given}
