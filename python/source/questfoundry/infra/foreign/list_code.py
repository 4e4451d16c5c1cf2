"""Parse code that adds or removes items of a list; other operations make the list unknown."""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve

from questfoundry.domain.story.foreign.code_parts import (
    UNKNOWN,
    collect_variables,
    is_length,
    length_variable,
    list_of,
    member_variable,
    read_list,
)
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    TRUE,
    Either,
    Expression,
    Settings,
    Truth,
    Value,
    Variable,
    add,
)
from questfoundry.domain.story.foreign.value_sets import Link, iter_value_sources
from questfoundry.infra.foreign.expressions import Language, parse_arguments
from questfoundry.infra.foreign.functions import NotModelledError, require_items

_NAME = r"[$_]?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
_CALL = re.compile(
    rf"\s*(?P<name>{_NAME})\.(?P<does>push|pushUnique|delete|deleteAll)\((?P<items>[^()]*)\)\s*"
)
_JOINED = re.compile(
    rf"\s*(?P<name>{_NAME})\s*(?:(?P<sign>[+-])\s*a\((?P<items>[^()]*)\)"
    r"|\.concat\(\s*\[?(?P<more>[^()\[\]]*)\]?\s*\))\s*"
    rf"|\s*(?:a\(|\[)\s*\.\.\.(?P<spread>{_NAME})\s*,(?P<others>[^()\[\]]*)[)\]]\s*"
)


def parse_list_call(code: str, language: Language) -> Mapping[str, Expression] | None:
    """Return the new length and items of a list after a call such as ``$list.push("x")``.

    The keys are the variables for the length and for each item. For other code, return ``None``.
    """
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
    """Return the new length and items of the list ``name`` after it is set to ``code``.

    ``code`` must add items to the list or remove some; for other code the result is ``None``.
    """
    found = _JOINED.fullmatch(code)
    if not found or (found["name"] or found["spread"]) != name:
        return None
    items = found["items"] or found["more"] or found["others"] or ""
    return _build_changes(name, items, language, is_addition=found["sign"] != "-")


def merge_list_changes(
    before: AbstractSet[str], changed: Mapping[str, Expression]
) -> Mapping[str, Expression]:
    """Return ``changed``; a length that is also in ``before`` (changed earlier) becomes unknown."""
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


def find_items(links: Sequence[Link]) -> AbstractSet[str]:
    """Return the item variables that ``links`` use, directly or through assigned lists.

    An item variable states whether a list contains one item.
    """
    # The links of a passage share their expressions; the id removes duplicates cheaply.
    settings = {(name, id(each)): each for link in links for name, each in link.settings.items()}
    names = {name for name, _ in settings}
    names |= {name for each in settings.values() for name in collect_variables(each)}
    names |= {name for link in links for name in collect_variables(link.condition)}
    used = {name for name in names if list_of(name)}
    while True:
        more = {
            read
            for (of, _), each in settings.items()
            for name in used
            if list_of(name) == of
            for read in collect_variables(read_list(each, name))
            if list_of(read)
        }
        if more <= used:
            return used
        used |= more


def add_item_settings(links: Sequence[Link], items: AbstractSet[str]) -> Sequence[Link]:
    """Return ``links`` in which assigning a whole list also sets its variables in ``items``."""
    if not items:
        return links
    return [evolve(link, settings=_add_items(items, link.settings)) for link in links]


def derive_initial_items(
    items: AbstractSet[str], initial: Mapping[str, Value]
) -> Mapping[str, Value]:
    """Return the initial values of the item variables in ``items``, taken from their lists."""
    found = {
        name: read_list(initial[list_of(name)], name) for name in items if list_of(name) in initial
    }
    return {name: each for name, each in found.items() if isinstance(each, Value)}


def find_unknown_lists(
    links: Sequence[Link], items: AbstractSet[str], initial: Mapping[str, Value]
) -> AbstractSet[str]:
    """Return the lists of ``items`` that no code sets, or that two variables may share."""
    assigned = initial.keys() | {name for link in links for name in link.settings}
    lists = {list_of(name) for name in items}
    shared = {
        one
        for link in links
        for name in lists & link.settings.keys()
        for each in iter_value_sources(link.settings[name])
        if isinstance(each, Variable) and each.name != name
        for one in (name, each.name)
    }
    return {UNKNOWN.name} | shared | (lists - assigned)


def _add_items(items: AbstractSet[str], settings: Settings) -> Settings:
    more: dict[str, Expression] = {
        name: read_list(settings[list_of(name)], name)
        for name in items
        if list_of(name) in settings and name not in settings
    }
    return {**settings, **more} if more else settings
