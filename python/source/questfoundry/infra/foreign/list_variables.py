"""Translate assignments of whole lists into item variables, one for each item in the code.

An item variable says whether a list contains the item.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve

from questfoundry.domain.story.foreign.code_parts import collect_variables
from questfoundry.domain.story.foreign.expressions import (
    Expression,
    Settings,
    Value,
    Variable,
)
from questfoundry.domain.story.foreign.value_sets import Link, iter_value_sources
from questfoundry.domain.story.lists import UNKNOWN, list_of, read_list


def find_items(links: Sequence[Link]) -> AbstractSet[str]:
    """Return the item variables that ``links`` use, directly or through assigned lists."""
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
    """Return ``links`` in which assignments of whole lists also set variables in ``items``."""
    if not items:
        return links
    return [evolve(link, settings=_add_items(items, link.settings)) for link in links]


def derive_initial_items(
    items: AbstractSet[str], initial: Mapping[str, Value]
) -> Mapping[str, Value]:
    """Return the initial values of the variables in ``items`` whose list has an initial value."""
    found = {
        name: read_list(initial[list_of(name)], name) for name in items if list_of(name) in initial
    }
    return {name: each for name, each in found.items() if isinstance(each, Value)}


def find_unknown_lists(
    links: Sequence[Link], items: AbstractSet[str], initial: Mapping[str, Value]
) -> AbstractSet[str]:
    """Return the lists that no code sets, or that two variables may share."""
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
