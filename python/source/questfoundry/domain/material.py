"""What an author lays beside a story: its bible, an outline, and prose of their own."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import frozen
from pydantic import BaseModel, ConfigDict

from questfoundry.domain.chat.tokens import estimate_tokens
from questfoundry.domain.sections import sections_of
from questfoundry.domain.text.names.stated_names import carries

BIBLE = "bible"
"""The folder of people, places and rules."""

OUTLINE = "outline"
"""The folder of what happens, as an author planned it before."""

SAMPLES = "samples"
"""The folder of the author's own prose, whose voice is meant."""

FOLDERS = (BIBLE, OUTLINE, SAMPLES)

_LAWS = re.compile(r"\b(?:rules?|laws?|regeln?|gesetze?|règles?|reglas?|regole)\b", re.IGNORECASE)
_WORD = re.compile(r"\w{4,}")
_LONGEST = 1500
_NAMED = 10.0


class MaterialPage(BaseModel):
    """A file; ``name`` is its path in the project, as ``bible/people.md``."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    name: str
    text: str


class Material(BaseModel):
    """All such files of a project, by their names."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    pages: tuple[MaterialPage, ...] = ()

    def of(self, *folders: str) -> tuple[MaterialPage, ...]:
        """The files of those folders."""
        return tuple(each for each in self.pages if each.name.partition("/")[0] in folders)


NO_MATERIAL = Material()


@frozen
class MaterialPart:
    """What stands below a heading of a file, or a stretch of it where that is long."""

    page: str
    heading: str
    text: str

    @property
    def is_law(self) -> bool:
        """Whether its heading says that rules stand here, which hold everywhere."""
        return is_law(self.heading)

    def __str__(self) -> str:
        return f"{self.page}, {self.heading}" if self.heading else self.page


@frozen(kw_only=True)
class Relevant:
    """The parts for a request, in the order of the files, and those that it does without."""

    parts: tuple[MaterialPart, ...] = ()
    left_out: tuple[MaterialPart, ...] = ()


def is_law(heading: str) -> bool:
    """Whether a heading says that rules stand below it."""
    return bool(_LAWS.search(heading))


def parts_of(pages: Sequence[MaterialPage]) -> tuple[MaterialPart, ...]:
    """Each file at its headings, and long stretches between paragraphs."""
    return tuple(
        MaterialPart(page.name, section.heading, text)
        for page in pages
        for section in sections_of(page.text)
        for text in _stretches(section.text)
    )


def headings_of(page: MaterialPage) -> tuple[str, ...]:
    """The headings of a file, each once."""
    return tuple(dict.fromkeys(each.heading for each in parts_of([page]) if each.heading))


def relevant(pages: Sequence[MaterialPage], asked: str, tokens: int) -> Relevant:
    """What of the files concerns what is ``asked``, in at most so many tokens.

    All of it where there is room. Else rules come first, then what is named there, then what
    shares rare words with it; what shares nothing is left out.
    """
    parts = parts_of(pages)
    if sum(estimate_tokens(part.text) for part in parts) <= tokens:
        return Relevant(parts=parts)
    scores = _scores(parts, asked)
    taken, left = set[int](), tokens
    for at in sorted(range(len(parts)), key=lambda each: -scores[each]):
        size = estimate_tokens(parts[at].text)
        if scores[at] > 0 and size <= left:
            taken.add(at)
            left -= size
    return Relevant(
        parts=tuple(part for at, part in enumerate(parts) if at in taken),
        left_out=tuple(part for at, part in enumerate(parts) if at not in taken),
    )


def _scores(parts: Sequence[MaterialPart], asked: str) -> list[float]:
    wanted = _words(asked)
    words = [Counter(_WORD.findall(part.text.casefold())) for part in parts]
    found_in = Counter(word for each in words for word in each)
    return [
        math.inf
        if part.is_law
        else _NAMED * bool(part.heading and carries(asked, part.heading))
        + sum(math.log(1 + len(parts) / found_in[word]) for word in wanted & counted.keys())
        / math.sqrt(1 + len(counted))
        for part, counted in zip(parts, words, strict=True)
    ]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _stretches(body: str) -> Iterator[str]:
    stretch = ""
    for block in re.split(r"\n\s*\n", body):
        for at in range(0, len(block), _LONGEST):
            piece = block[at : at + _LONGEST].strip("\n")
            if stretch and len(stretch) + len(piece) > _LONGEST:
                yield stretch
                stretch = ""
            stretch = f"{stretch}\n\n{piece}".strip("\n")
    if stretch.strip():
        yield stretch
