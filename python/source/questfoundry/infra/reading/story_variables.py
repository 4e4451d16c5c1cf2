"""What the variables of a whole story can hold, and the choices that its links become by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from questfoundry.domain.play.chance import is_drawn
from questfoundry.domain.play.value_sets import Link
from questfoundry.domain.play.values import Alternative, Variables
from questfoundry.domain.story.foreign.code_parts import (
    after,
    asked_after,
    reads,
    said,
    unclear_in,
)
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    FREE,
    TRUE,
    UNSET,
    Kind,
    Unclear,
    Value,
    number,
)
from questfoundry.domain.story.lists import is_count, list_of
from questfoundry.infra.reading.list_variables import (
    add_item_settings,
    derive_initial_items,
    find_items,
    find_unknown_lists,
)
from questfoundry.infra.reading.sugarcube_code import VISITS

_MOST_ROUNDS = 3
"""How often single variables are given up before all that a link sets is."""

_MANY = 50
"""Where so many links depend on too much, no single variable is at fault."""

MOST_CASES = 20_000
"""The most combinations of values that are looked at for one story: some seconds."""


@frozen(kw_only=True)
class PlayedLink:
    """What a link becomes: its choices, no two of them open together, and what is unclear in it.

    Where it is ``by_chance``, that has a say in whether it is open.
    """

    choices: Sequence[Alternative]
    unclear: Sequence[str]
    by_chance: bool = False


def played(
    links: Sequence[Link],
    *,
    first: Mapping[str, Value],
    spoiled: AbstractSet[str],
    unset: Value = UNSET,
    start: str = "",
) -> Sequence[PlayedLink]:
    """What each of the links becomes.

    ``first`` are values that variables begin with, ``unset`` that of the others, ``spoiled`` are
    variables that change in ways unknown, ``start`` is where players begin.
    Where a link would become too many choices, of what it depends on the variable that is asked
    for least is not known.
    """
    items = find_items(links)
    spoiled = spoiled | _of_plain_values(links, first) | find_unknown_lists(links, items, first)
    first = {**derive_initial_items(items, first), **first}
    links = _needed(add_item_settings(_with_constants(links, first, spoiled), items))
    asked = Counter(name for link in links for name in reads(link.condition))
    rounds = 0
    while True:
        variables = _variables(links, first, spoiled, unset, start)
        found = _alternatives(links, variables)
        too_many = [place for place, each in enumerate(found) if each is None]
        if not too_many:
            break
        rounds += 1 if len(too_many) < _MANY else _MOST_ROUNDS
        for place in too_many:
            missed = variables.least_missed(links[place], asked) if rounds < _MOST_ROUNDS else None
            spoiled |= {missed} if missed else links[place].settings.keys()
            if not missed:
                links[place] = Link(condition=Unclear(said(links[place].condition)))
    read = {
        flag for each in found for choice in each or () for flag in choice.requires | choice.forbids
    }
    return [
        PlayedLink(
            choices=[_of_use(choice, read, variables) for choice in each or [_never(link)]],
            unclear=tuple(_unclear(link, variables)),
            by_chance=any(map(is_drawn, reads(link.condition))),
        )
        for link, each in zip(links, found, strict=True)
    ]


def _of_plain_values(links: Sequence[Link], first: Mapping[str, Value]) -> AbstractSet[str]:
    """The properties, as the length, of what is set as a whole: nobody sets them themselves."""
    whole = first.keys() | {name for link in links for name in link.settings}
    asked = {name for link in links for name in reads(link.condition)}
    asked |= {name for link in links for each in link.settings.values() for name in reads(each)}
    return {
        name
        for name in asked
        if not name.startswith((VISITS, FREE))
        and not list_of(name)
        and not whole.isdisjoint(_owners(name))
    }


def _with_constants(
    links: Sequence[Link], first: Mapping[str, Value], spoiled: AbstractSet[str]
) -> Sequence[Link]:
    """The links, in which variables that nothing sets again are what they begin with."""
    never = first.keys() - {name for link in links for name in link.settings}
    constants = {name: first[name] for name in never if not is_spoiled(name, spoiled)}
    numbers = {name: each for name, each in constants.items() if each.kind is Kind.NUMBER}
    if not numbers:
        return links
    return [
        evolve(
            link,
            condition=asked_after(numbers, link.condition),
            settings={name: after(numbers, each) for name, each in link.settings.items()},
        )
        for link in links
    ]


def _owners(name: str) -> Iterator[str]:
    """What the variable is a part of, the largest first."""
    steps = name.split(".")
    return (".".join(steps[:count]) for count in range(1, len(steps)))


def _needed(links: Sequence[Link]) -> list[Link]:
    """Without settings that no condition depends on, unless they set a flag."""
    asked = {name for link in links for name in reads(link.condition)}
    settings = {setting for link in links for setting in link.settings.items()}
    while True:
        more = {read for name, each in settings if name in asked for read in reads(each)}
        if more <= asked:
            break
        asked |= more
    return [
        evolve(
            link,
            settings={
                name: each
                for name, each in link.settings.items()
                if name in asked or (each in (TRUE, FALSE) and not list_of(name))
            },
        )
        for link in links
    ]


def _variables(
    links: Sequence[Link],
    first: Mapping[str, Value],
    spoiled: AbstractSet[str],
    unset: Value,
    start: str,
) -> Variables:
    names = {name for link in links for name in (*reads(link.condition), *link.settings)}
    names |= {name for link in links for each in link.settings.values() for name in reads(each)}
    return Variables.of(
        links,
        first={name: first.get(name, _first(name, unset)) for name in names},
        unknown={name for name in names if is_spoiled(name, spoiled)},
        start=start,
    )


def _first(name: str, unset: Value) -> Value:
    if list_of(name):
        return number(0) if is_count(name) else FALSE
    return number(0) if name.startswith(VISITS) else unset


def is_spoiled(name: str, spoiled: AbstractSet[str]) -> bool:
    """Whether the variable, or what it is a part of, is among those that change in ways unknown."""
    if name.startswith((VISITS, FREE)):
        return name in spoiled
    if of := list_of(name):
        return name in spoiled or is_spoiled(of, spoiled)
    return name in spoiled or any(owner in spoiled for owner in _owners(name))


def _alternatives(
    links: Sequence[Link], variables: Variables
) -> list[Sequence[Alternative] | None]:
    known: dict[object, Sequence[Alternative] | None] = {}
    left, found = MOST_CASES, list[Sequence[Alternative] | None]()
    for link in links:
        key = (link.condition, tuple(link.settings.items()))
        if key not in known:
            left -= variables.cases(link)
            known[key] = variables.alternatives(link) if left > 0 else None
        found.append(known[key])
    return found


def _unclear(link: Link, variables: Variables) -> Iterator[str]:
    yield from unclear_in(link.condition)
    if unknown := sorted(reads(link.condition) - variables.values.keys()):
        yield " ".join(unknown)


def _of_use(choice: Alternative, read: AbstractSet[str], variables: Variables) -> Alternative:
    """Without values that nothing asks for; that something is true is an author's flag."""
    used = read | variables.values.keys()
    return evolve(choice, grants=choice.grants & used, clears=choice.clears & used)


def _never(link: Link) -> Alternative:
    """A choice that is never open: it asks for what nobody grants."""
    none = frozenset[str]()
    wanted = frozenset({said(link.condition)[:200]})
    return Alternative(requires=wanted, forbids=none, grants=none, clears=none)
