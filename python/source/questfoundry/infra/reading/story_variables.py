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
from questfoundry.infra.reading.sugarcube_code import VISITS_PREFIX

_MAX_ROUNDS = 3
"""How often single variables are given up before all that a link sets is."""

_MANY = 50
"""Where so many links depend on too much, no single variable is at fault."""

MAX_CASES = 20_000
"""The most combinations of values that are looked at for one story: some seconds."""


@frozen(kw_only=True)
class ResolvedLink:
    """What a link becomes: its choices, no two of them open together, and what is unclear in it.

    Where it is ``by_chance``, that has a say in whether it is open.
    """

    choices: Sequence[Alternative]
    unclear: Sequence[str]
    by_chance: bool = False


def resolve_links(
    links: Sequence[Link],
    *,
    initial: Mapping[str, Value],
    untracked: AbstractSet[str],
    unset: Value = UNSET,
    start: str = "",
) -> Sequence[ResolvedLink]:
    """What each of the links becomes.

    ``first`` are values that variables begin with, ``unset`` that of the others, ``spoiled`` are
    variables that change in ways unknown, ``start`` is where players begin.
    Where a link would become too many choices, of what it depends on the variable that is asked
    for least is not known.
    """
    items = find_items(links)
    untracked = (
        untracked
        | _properties_of_values(links, initial)
        | find_unknown_lists(links, items, initial)
    )
    initial = {**derive_initial_items(items, initial), **initial}
    links = _drop_unused_settings(
        add_item_settings(_inline_constants(links, initial, untracked), items)
    )
    asked = Counter(name for link in links for name in reads(link.condition))
    rounds = 0
    while True:
        variables = _build_variables(links, initial, untracked, unset, start)
        found = _split_links(links, variables)
        too_many = [place for place, each in enumerate(found) if each is None]
        if not too_many:
            break
        rounds += 1 if len(too_many) < _MANY else _MAX_ROUNDS
        for place in too_many:
            dropped = variables.least_missed(links[place], asked) if rounds < _MAX_ROUNDS else None
            untracked |= {dropped} if dropped else links[place].settings.keys()
            if not dropped:
                links[place] = Link(condition=Unclear(said(links[place].condition)))
    read = {
        flag for each in found for choice in each or () for flag in choice.requires | choice.forbids
    }
    return [
        ResolvedLink(
            choices=[
                _drop_unused_flags(choice, read, variables)
                for choice in each or [_never_open(link)]
            ],
            unclear=tuple(_unclear_code(link, variables)),
            by_chance=any(map(is_drawn, reads(link.condition))),
        )
        for link, each in zip(links, found, strict=True)
    ]


def _properties_of_values(links: Sequence[Link], initial: Mapping[str, Value]) -> AbstractSet[str]:
    """The properties, as the length, of what is set as a whole: nobody sets them themselves."""
    whole = initial.keys() | {name for link in links for name in link.settings}
    asked = {name for link in links for name in reads(link.condition)}
    asked |= {name for link in links for each in link.settings.values() for name in reads(each)}
    return {
        name
        for name in asked
        if not name.startswith((VISITS_PREFIX, FREE))
        and not list_of(name)
        and not whole.isdisjoint(_enclosing_names(name))
    }


def _inline_constants(
    links: Sequence[Link], initial: Mapping[str, Value], untracked: AbstractSet[str]
) -> Sequence[Link]:
    """The links, in which variables that nothing sets again are what they begin with."""
    never = initial.keys() - {name for link in links for name in link.settings}
    constants = {name: initial[name] for name in never if not is_untracked(name, untracked)}
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


def _enclosing_names(name: str) -> Iterator[str]:
    """What the variable is a part of, the largest first."""
    steps = name.split(".")
    return (".".join(steps[:count]) for count in range(1, len(steps)))


def _drop_unused_settings(links: Sequence[Link]) -> list[Link]:
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


def _build_variables(
    links: Sequence[Link],
    initial: Mapping[str, Value],
    untracked: AbstractSet[str],
    unset: Value,
    start: str,
) -> Variables:
    names = {name for link in links for name in (*reads(link.condition), *link.settings)}
    names |= {name for link in links for each in link.settings.values() for name in reads(each)}
    return Variables.of(
        links,
        first={name: initial.get(name, _initial_value(name, unset)) for name in names},
        unknown={name for name in names if is_untracked(name, untracked)},
        start=start,
    )


def _initial_value(name: str, unset: Value) -> Value:
    if list_of(name):
        return number(0) if is_count(name) else FALSE
    return number(0) if name.startswith(VISITS_PREFIX) else unset


def is_untracked(name: str, untracked: AbstractSet[str]) -> bool:
    """Whether the variable, or what it is a part of, is among those that change in ways unknown."""
    if name.startswith((VISITS_PREFIX, FREE)):
        return name in untracked
    if of := list_of(name):
        return name in untracked or is_untracked(of, untracked)
    return name in untracked or any(owner in untracked for owner in _enclosing_names(name))


def _split_links(links: Sequence[Link], variables: Variables) -> list[Sequence[Alternative] | None]:
    known: dict[object, Sequence[Alternative] | None] = {}
    left, found = MAX_CASES, list[Sequence[Alternative] | None]()
    for link in links:
        key = (link.condition, tuple(link.settings.items()))
        if key not in known:
            left -= variables.cases(link)
            known[key] = variables.alternatives(link) if left > 0 else None
        found.append(known[key])
    return found


def _unclear_code(link: Link, variables: Variables) -> Iterator[str]:
    yield from unclear_in(link.condition)
    if unknown := sorted(reads(link.condition) - variables.values.keys()):
        yield " ".join(unknown)


def _drop_unused_flags(
    choice: Alternative, read: AbstractSet[str], variables: Variables
) -> Alternative:
    """Without values that nothing asks for; that something is true is an author's flag."""
    used = read | variables.values.keys()
    return evolve(choice, grants=choice.grants & used, clears=choice.clears & used)


def _never_open(link: Link) -> Alternative:
    """A choice that is never open: it asks for what nobody grants."""
    none = frozenset[str]()
    wanted = frozenset({said(link.condition)[:200]})
    return Alternative(requires=wanted, forbids=none, grants=none, clears=none)
