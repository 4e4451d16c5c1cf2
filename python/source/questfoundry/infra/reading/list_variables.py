"""What settings of whole lists mean for the items that a story asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve

from questfoundry.domain.play.value_sets import Link, comes_from
from questfoundry.domain.story.foreign.code_parts import reads
from questfoundry.domain.story.foreign.expressions import (
    Expression,
    Settings,
    Value,
    Variable,
)
from questfoundry.domain.story.lists import UNKNOWN, holding, list_of


def items_in(links: Sequence[Link]) -> AbstractSet[str]:
    """The variables that speak of an item, also of lists that others are set to."""
    # The links of a passage share what they set: it is looked at once.
    settings = {(name, id(each)): each for link in links for name, each in link.settings.items()}
    names = {name for name, _ in settings}
    names |= {name for each in settings.values() for name in reads(each)}
    names |= {name for link in links for name in reads(link.condition)}
    asked = {name for name in names if list_of(name)}
    while True:
        more = {
            read
            for (of, _), each in settings.items()
            for name in asked
            if list_of(name) == of
            for read in reads(holding(each, name))
            if list_of(read)
        }
        if more <= asked:
            return asked
        asked |= more


def with_items(links: Sequence[Link], items: AbstractSet[str]) -> Sequence[Link]:
    """The links, whose settings of whole lists also set the items that are asked for."""
    if not items:
        return links
    return [evolve(link, settings=_with(items, link.settings)) for link in links]


def first_items(items: AbstractSet[str], first: Mapping[str, Value]) -> Mapping[str, Value]:
    """Whether lists that begin with some items begin with those that are asked for."""
    found = {name: holding(first[list_of(name)], name) for name in items if list_of(name) in first}
    return {name: each for name, each in found.items() if isinstance(each, Value)}


def never_begun(
    links: Sequence[Link], items: AbstractSet[str], first: Mapping[str, Value]
) -> AbstractSet[str]:
    """Lists of which nothing is known: nothing sets them to one, or two names are of one list."""
    begun = first.keys() | {name for link in links for name in link.settings}
    lists = {list_of(name) for name in items}
    shared = {
        one
        for link in links
        for name in lists & link.settings.keys()
        for each in comes_from(link.settings[name])
        if isinstance(each, Variable) and each.name != name
        for one in (name, each.name)
    }
    return {UNKNOWN.name} | shared | (lists - begun)


def _with(items: AbstractSet[str], settings: Settings) -> Settings:
    more: dict[str, Expression] = {
        name: holding(settings[list_of(name)], name)
        for name in items
        if list_of(name) in settings and name not in settings
    }
    return {**settings, **more} if more else settings
