"""What the variables of a whole story can hold, and the choices that its links become by that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from questfoundry.domain.play.growing import Link
from questfoundry.domain.play.values import Alternative, Variables
from questfoundry.domain.story.code import (
    FALSE,
    TRUE,
    UNSET,
    Unclear,
    Value,
    number,
)
from questfoundry.domain.story.code_parts import reads, said, unclear_in
from questfoundry.infra.reading.sugarcube_code import VISITS

MOST_CASES = 20_000
"""The most combinations of values that are looked at for one story: some seconds."""


@frozen(kw_only=True)
class PlayedLink:
    """What a link becomes: its choices, no two of them open together, and what is unclear in it."""

    choices: Sequence[Alternative]
    unclear: Sequence[str]


def played(
    links: Sequence[Link],
    *,
    first: Mapping[str, Value],
    spoiled: AbstractSet[str],
    unset: Value = UNSET,
) -> Sequence[PlayedLink]:
    """What each of the links becomes.

    ``first`` are values that variables begin with, ``unset`` that of the others, ``spoiled`` are
    variables that change in ways unknown.
    A link that would become too many choices is always open, and what it sets is not known.
    """
    spoiled = set(spoiled) | _of_plain_values(links, first)
    links = _needed(links)
    while True:
        variables = _variables(links, first, spoiled, unset)
        found = _alternatives(links, variables)
        too_many = [place for place, each in enumerate(found) if each is None]
        if not too_many:
            break
        for place in too_many:
            spoiled |= links[place].settings.keys()
            links[place] = Link(condition=Unclear(said(links[place].condition)))
    read = {
        flag for each in found for choice in each or () for flag in choice.requires | choice.forbids
    }
    return [
        PlayedLink(
            choices=[_of_use(choice, read, variables) for choice in each or [_never(link)]],
            unclear=tuple(_unclear(link, variables)),
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
        if not name.startswith(VISITS) and not whole.isdisjoint(_owners(name))
    }


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
        Link(
            condition=link.condition,
            settings={
                name: each
                for name, each in link.settings.items()
                if name in asked or each in (TRUE, FALSE)
            },
        )
        for link in links
    ]


def _variables(
    links: Sequence[Link], first: Mapping[str, Value], spoiled: AbstractSet[str], unset: Value
) -> Variables:
    names = {name for link in links for name in (*reads(link.condition), *link.settings)}
    names |= {name for link in links for each in link.settings.values() for name in reads(each)}
    return Variables.of(
        links,
        first={name: first.get(name, _first(name, unset)) for name in names},
        unknown={name for name in names if _is_spoiled(name, spoiled)},
    )


def _first(name: str, unset: Value) -> Value:
    return number(0) if name.startswith(VISITS) else unset


def _is_spoiled(name: str, spoiled: AbstractSet[str]) -> bool:
    """Whether it, or what it is a part of, is."""
    if name.startswith(VISITS):
        return name in spoiled
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
