"""Write a story's first paragraph, about things that the idea names and the scenes do not."""

import random
from collections.abc import Iterator, Mapping, Sequence

from questfoundry.infra.llm.draft.cast import Cast, Named
from questfoundry.infra.llm.draft.grammar import add_article

Tellings = Mapping[str, Sequence[str]]
_LEAD, _LEAD_NAME, _THING = "lead", "lead-name", "thing"
_ORDER = (_LEAD, _LEAD_NAME, "event", "place", "group", "person", "absent", "animal", _THING)


def write_prologue(said: str, cast: Cast, tellings: Tellings, rng: random.Random) -> str:
    """Return sentences about the lead and the extras of ``cast`` that ``said`` does not name.

    ``said`` is the text of the first scenes. All things of one kind share a sentence from
    ``tellings``. The result is empty if ``said`` names everything or ``tellings`` is empty.
    """
    if not tellings:
        return ""
    by_kind: dict[str, list[str]] = {}
    for each in (*_list_lead(cast), *cast.extras):
        if not _tells(said, each, cast):
            by_kind.setdefault(each.kind if each.kind in tellings else _THING, []).append(each.name)
    kinds = sorted(by_kind, key=_ORDER.index)
    return " ".join(
        rng.choice(tellings[kind]).format(name=_join_names(by_kind[kind])) for kind in kinds
    )


def _list_lead(cast: Cast) -> Iterator[Named]:
    group = cast.lead_group
    if cast.extras or cast.lead_name or group:
        yield Named(name=f"one of {group}" if group else add_article(cast.lead), kind=_LEAD)
    if cast.lead_name:
        yield Named(name=cast.lead_name, kind=_LEAD_NAME)


def _tells(said: str, each: Named, cast: Cast) -> bool:
    name = each.name
    if each.kind == _LEAD and not cast.lead_group:
        name = cast.lead
    return name.casefold() in said.casefold()


def _join_names(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
