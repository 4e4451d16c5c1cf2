"""Define who and what one draft is about: the people of its premise, and the tale of its idea."""

import re
from collections.abc import Mapping

from attrs import frozen

from questfoundry.infra.llm.draft.premise import PremiseHead, PremiseRole
from questfoundry.infra.llm.draft.tale import Tale


@frozen(kw_only=True)
class Cast:
    """The people of one story: those of its premise by role, and its tale with the idea's own."""

    people: Mapping[str, str]
    tale: Tale


def build_cast(tale: Tale, premise: PremiseHead) -> Cast:
    """Return the cast of ``premise`` for ``tale``; no person has a name that the idea contains."""
    said = frozenset(re.findall(r"\w+", tale.idea.casefold()))
    return Cast(
        people={key: _choose_name(each, said) for key, each in premise.roles.items()}, tale=tale
    )


def _choose_name(role: PremiseRole, said: frozenset[str]) -> str:
    free = (each for each in role.names if said.isdisjoint(each.casefold().split()))
    return next(free, role.names[-1])
