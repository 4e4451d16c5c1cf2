"""Shorten a long idea, such as an outline, to its premise and the names that it lists."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import frozen

from questfoundry.domain.outline.material import MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.outline.points import extract_idea
from questfoundry.domain.story.entity import EntityKind, OutlineName

_MOST_WORDS = 120
"""A text with more words is shortened before it is read as an idea."""

_MOST_PEOPLE = 4
_MOST_PLACES = 2
_NOBODY = frozenset({EntityKind.FACTION, EntityKind.LOCATION, EntityKind.OBJECT})


@frozen(kw_only=True)
class ShortOutline:
    """An idea, shortened if it was long, and the names in the lists of the whole text."""

    text: str
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def shorten_outline(idea: str, outline: str = "") -> ShortOutline:
    """Return ``idea``, shortened if long, with the names listed in ``outline`` or ``idea``."""
    is_long = len(idea.split()) > _MOST_WORDS
    if not outline and not is_long:
        return ShortOutline(text=idea)
    text = outline or idea
    pages = (MaterialPage(name="outline/idea.md", text=text),)
    names = [each for each in find_outline_names(pages) if each.is_listed]
    people = [each.name for each in names if each.kind not in _NOBODY]
    return ShortOutline(
        text=_drop_title(extract_idea(pages) if is_long else idea, text),
        people=tuple(people[:_MOST_PEOPLE]),
        places=tuple(_list_places(names, text)),
    )


def _drop_title(premise: str, text: str) -> str:
    """Return ``premise`` without the title of the outline ``text``, which is not a sentence."""
    title = re.match(r"#+ +(.+)", text.strip())
    return premise.removeprefix(f"{title[1].strip()}. ") if title else premise


def _list_places(names: Sequence[OutlineName], text: str) -> Iterator[str]:
    """Yield the first places, with ``the`` if ``text`` uses them so."""
    places = (each.name for each in names if each.kind == EntityKind.LOCATION)
    for name in islice(places, _MOST_PLACES):
        has_article = re.search(rf"\bthe {re.escape(name)}\b", text, re.IGNORECASE)
        yield f"the {name}" if has_article else name
