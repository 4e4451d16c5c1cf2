"""Measures of name finding in outlines, compared with the true names noted by a reader."""

from collections.abc import Sequence
from pathlib import Path

import yaml
from attrs import frozen

from questfoundry.domain.ids import slugify
from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.text.names.stated_names import has_name
from questfoundry.domain.text.names.word_classes import is_title

_ARTICLES = {"the", "el", "la"}
OUTLINES = Path(__file__).parents[1] / "data" / "outlines"


@frozen(kw_only=True)
class Found:
    """The true names found in full, the missed names, and the wrong names."""

    hit: tuple[str, ...]
    missed: tuple[str, ...]
    noise: tuple[str, ...]

    @property
    def recall(self) -> float:
        return len(self.hit) / (len(self.hit) + len(self.missed))

    @property
    def precision(self) -> float:
        return len(self.hit) / max(1, len(self.hit) + len(self.noise))


def found_in(outline: str) -> Found:
    """Return the result for an outline; a part or another form of a name is not full."""
    text = (OUTLINES / f"{outline}.md").read_text(encoding="utf-8")
    return held_to(outline, [each.name for each in find_outline_names([_page(text)])])


def held_to(outline: str, names: Sequence[str]) -> Found:
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
    """Return the full name and longer forms of it, without nicknames."""
    full, *others = said.split(" | ")
    return {_plain(full), *(_plain(each) for each in others if has_name(each, full))}


def _plain(name: str) -> str:
    words = name.split()
    while len(words) > 1 and (is_title(words[0]) or words[0].casefold() in _ARTICLES):
        words = words[1:]
    return slugify(" ".join(words))


def _page(text: str) -> MaterialPage:
    return MaterialPage(name="outline/o.md", text=text)
