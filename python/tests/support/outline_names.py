"""How well the names of outlines are found, of which a reader has written down the true ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import yaml
from attrs import frozen

from questfoundry.domain.ids import slugify
from questfoundry.domain.material import MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.text.names.stated_names import has_name
from questfoundry.domain.text.names.word_classes import is_title

_ARTICLES = {"the", "el", "la"}
OUTLINES = Path(__file__).parents[1] / "data" / "outlines"


@frozen(kw_only=True)
class Found:
    """The true names that were found in full, those that were not, and what is none of them."""

    hit: tuple[str, ...]
    missed: tuple[str, ...]
    noise: tuple[str, ...]

    @property
    def recall(self) -> float:
        """The share of true names that were found."""
        return len(self.hit) / (len(self.hit) + len(self.missed))

    @property
    def precision(self) -> float:
        """The share of what was found that is a true name, and each of them once."""
        return len(self.hit) / max(1, len(self.hit) + len(self.noise))


def found_in(outline: str) -> Found:
    """What is found in one of the folder; a part or another form of a name is not in full."""
    text = (OUTLINES / f"{outline}.md").read_text(encoding="utf-8")
    return held_to(outline, [each.name for each in find_outline_names([_page(text)])])


def held_to(outline: str, names: Sequence[str]) -> Found:
    """The same of names that somebody else found."""
    known = yaml.safe_load((OUTLINES / "names.yaml").read_text(encoding="utf-8"))[outline]
    true = {each.split(" | ")[0]: _forms(each) for each in known["names"]}
    also = {_plain(each) for each in known["also"]}
    got = {_plain(each): each for each in names}
    hit = tuple(each for each, forms in true.items() if forms & got.keys())
    held = set[str]().union(*(true[each] & got.keys() for each in hit))
    extra = [len(true[each] & got.keys()) - 1 for each in hit]
    return Found(
        hit=hit,
        missed=tuple(each for each in true if each not in hit),
        noise=(
            *(each for plain, each in got.items() if plain not in held | also),
            *(each for each, more in zip(hit, extra, strict=True) for _ in range(more)),
        ),
    )


def _forms(said: str) -> set[str]:
    """The full name, and others that have all of it; a nickname is none of them."""
    full, *others = said.split(" | ")
    return {_plain(full), *(_plain(each) for each in others if has_name(each, full))}


def _plain(name: str) -> str:
    words = name.split()
    while len(words) > 1 and (is_title(words[0]) or words[0].casefold() in _ARTICLES):
        words = words[1:]
    return slugify(" ".join(words))


def _page(text: str) -> MaterialPage:
    return MaterialPage(name="outline/o.md", text=text)
