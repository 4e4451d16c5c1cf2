"""Replace the variables of an imported story by flags, one for each value of a variable."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from questfoundry.domain.story.foreign.code_parts import (
    collect_variables,
    find_unclear,
    format_code,
    is_length,
    list_of,
    substitute,
    substitute_condition,
)
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    FREE_PREFIX,
    TRUE,
    UNSET,
    Kind,
    UnknownCondition,
    Value,
    number_value,
)
from questfoundry.domain.story.foreign.story import alternative_id
from questfoundry.domain.story.foreign.value_sets import Link, is_random_variable
from questfoundry.domain.story.foreign.variable_flags import Alternative, Variables
from questfoundry.domain.story.passage import Choice
from questfoundry.infra.foreign.list_code import (
    add_item_settings,
    derive_initial_items,
    find_items,
    find_unknown_lists,
)
from questfoundry.infra.foreign.sugarcube_code import VISITS_PREFIX, enclosing_names

_MAX_ROUNDS = 3
"""The number of rounds that drop single variables from the condition of a link with too many
choices; after these rounds the whole condition is dropped."""

_MANY = 50  # the number of oversized links from which dropping single variables does not help
MAX_CASES = 20_000
"""The most combinations of values that are examined for one story, which takes some seconds."""


_AUTHORED = re.compile(r"\$?[A-Za-z][\w.]*")  # variables of one passage begin with "_"


@frozen(kw_only=True)
class ResolvedLink:
    """The choices that replace one link; no two of them are open at the same time.

    ``unclear``: the parts of the link's condition that are not understood.
    ``by_chance``: whether chance decides which choice is open.
    """

    choices: Sequence[Alternative]
    unclear: Sequence[str]
    by_chance: bool = False

    def build_choices(
        self, identifier: str, source: str, target: str, label: str, first: int = 1
    ) -> Iterator[Choice]:
        """Yield the choices; their ids have numbers from ``first``."""
        for place, alternative in enumerate(self.choices, start=first):
            yield Choice(
                id=alternative_id(identifier, place),
                source=source,
                target=target,
                label=label,
                requires=alternative.requires,
                forbids=alternative.forbids,
                grants=alternative.grants,
                clears=alternative.clears,
            )


def resolve_links(
    links: Sequence[Link],
    *,
    initial: Mapping[str, Value],
    untracked: AbstractSet[str],
    unset: Value = UNSET,
    start: str = "",
) -> Sequence[ResolvedLink]:
    """Return the choices that replace each link; they require flags instead of variable values.

    ``unset``: the initial value of all variables that are not in ``initial``.
    ``untracked``: the variables that change in unknown ways.

    If a link would become too many choices, the least used variable in its condition is treated as
    unknown, and after ``_MAX_ROUNDS`` such rounds the whole condition.
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
    use_counts = Counter(name for link in links for name in collect_variables(link.condition))
    rounds = 0
    # Each round gives up precision for the links with too many cases: first the least used
    # variable, at last the whole condition. The loop ends, because neither ever comes back.
    while True:
        variables = _build_variables(links, initial, untracked, unset, start)
        found = _split_links(links, variables)
        too_many = [place for place, each in enumerate(found) if each is None]
        if not too_many:
            break
        rounds += 1 if len(too_many) < _MANY else _MAX_ROUNDS
        for place in too_many:
            dropped = (
                variables.find_least_used(links[place], use_counts)
                if rounds < _MAX_ROUNDS
                else None
            )
            untracked |= {dropped} if dropped else links[place].settings.keys()
            if not dropped:
                links[place] = Link(condition=UnknownCondition(format_code(links[place].condition)))
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
            by_chance=any(map(is_random_variable, collect_variables(link.condition))),
        )
        for link, each in zip(links, found, strict=True)
    ]


def _properties_of_values(links: Sequence[Link], initial: Mapping[str, Value]) -> AbstractSet[str]:
    whole = initial.keys() | {name for link in links for name in link.settings}
    used = frozenset[str]().union(*(link.read_names for link in links))
    return {
        name
        for name in used
        if not name.startswith((VISITS_PREFIX, FREE_PREFIX))
        and not list_of(name)
        and not whole.isdisjoint(enclosing_names(name))
    }


def _inline_constants(
    links: Sequence[Link], initial: Mapping[str, Value], untracked: AbstractSet[str]
) -> Sequence[Link]:
    never = initial.keys() - {name for link in links for name in link.settings}
    constants = {name: initial[name] for name in never if not is_untracked(name, untracked)}
    numbers = {name: each for name, each in constants.items() if each.kind is Kind.NUMBER}
    if not numbers:
        return links
    return [
        evolve(
            link,
            condition=substitute_condition(numbers, link.condition),
            settings={name: substitute(numbers, each) for name, each in link.settings.items()},
        )
        for link in links
    ]


def _drop_unused_settings(links: Sequence[Link]) -> list[Link]:
    used = {name for link in links for name in collect_variables(link.condition)}
    settings = {setting for link in links for setting in link.settings.items()}
    while True:
        more = {read for name, each in settings if name in used for read in collect_variables(each)}
        if more <= used:
            break
        used |= more
    return [
        evolve(
            link,
            settings={
                name: each
                for name, each in link.settings.items()
                if name in used or (each in (TRUE, FALSE) and not list_of(name))
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
    names = frozenset[str]().union(*(link.names for link in links))
    return Variables.from_links(
        links,
        initial={name: initial.get(name, _initial_value(name, unset)) for name in names},
        unknown={name for name in names if is_untracked(name, untracked)},
        start=start,
    )


def _initial_value(name: str, unset: Value) -> Value:
    if list_of(name):
        return number_value(0) if is_length(name) else FALSE
    return number_value(0) if name.startswith(VISITS_PREFIX) else unset


def is_untracked(name: str, untracked: AbstractSet[str]) -> bool:
    """Return whether the variable ``name`` may change in unknown ways.

    ``untracked`` names such variables. The parts of an object or list in it are untracked, too.
    """
    if name.startswith((VISITS_PREFIX, FREE_PREFIX)):
        return name in untracked
    if of := list_of(name):
        return name in untracked or is_untracked(of, untracked)
    return name in untracked or any(owner in untracked for owner in enclosing_names(name))


def is_story_variable(name: str) -> bool:
    """Return whether ``name`` is a variable that the author named and that outlives a passage."""
    return bool(_AUTHORED.fullmatch(name)) and not (list_of(name) or is_random_variable(name))


def _split_links(links: Sequence[Link], variables: Variables) -> list[Sequence[Alternative] | None]:
    known: dict[object, Sequence[Alternative] | None] = {}
    left, found = MAX_CASES, list[Sequence[Alternative] | None]()
    for link in links:
        key = (link.condition, tuple(link.settings.items()))
        if key not in known:
            left -= variables.count_cases(link)
            known[key] = variables.build_alternatives(link) if left > 0 else None
        found.append(known[key])
    return found


def _unclear_code(link: Link, variables: Variables) -> Iterator[str]:
    yield from find_unclear(link.condition)
    if unknown := sorted(collect_variables(link.condition) - variables.values.keys()):
        yield " ".join(unknown)


def _drop_unused_flags(
    choice: Alternative, read: AbstractSet[str], variables: Variables
) -> Alternative:
    used = read | variables.values.keys()
    return evolve(choice, grants=choice.grants & used, clears=choice.clears & used)


def _never_open(link: Link) -> Alternative:
    none = frozenset[str]()
    code = format_code(link.condition)[:200]
    wanted = frozenset({"its condition, which is never true" if code == "false" else code})
    return Alternative(requires=wanted, forbids=none, grants=none, clears=none)
