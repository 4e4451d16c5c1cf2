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

_RULES_HEADING = re.compile(
    r"\b(?:rules?|laws?|regeln?|gesetze?|règles?|reglas?|regole)\b", re.IGNORECASE
)
_WORD = re.compile(r"\w{4,}")
_MAX_PART_LENGTH = 1500
_HEADING_BONUS = 10.0


class MaterialPage(BaseModel):
    """A file; ``name`` is its path in the project, as ``bible/people.md``."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    name: str
    text: str


class Material(BaseModel):
    """All such files of a project, by their names."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    pages: tuple[MaterialPage, ...] = ()

    def select_folders(self, *folders: str) -> tuple[MaterialPage, ...]:
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
    def has_rules(self) -> bool:
        """Whether its heading says that rules stand here, which hold everywhere."""
        return is_rules_heading(self.heading)

    def __str__(self) -> str:
        return f"{self.page}, {self.heading}" if self.heading else self.page


@frozen(kw_only=True)
class RelevantParts:
    """The parts for a request, in the order of the files, and those that it does without."""

    parts: tuple[MaterialPart, ...] = ()
    left_out: tuple[MaterialPart, ...] = ()


def is_rules_heading(heading: str) -> bool:
    """Whether a heading says that rules stand below it."""
    return bool(_RULES_HEADING.search(heading))


def parts_of(pages: Sequence[MaterialPage]) -> tuple[MaterialPart, ...]:
    """Each file at its headings, and long stretches between paragraphs."""
    return tuple(
        MaterialPart(page.name, section.heading, text)
        for page in pages
        for section in sections_of(page.text)
        for text in _split_long_text(section.text)
    )


def headings_of(page: MaterialPage) -> tuple[str, ...]:
    """The headings of a file, each once."""
    return tuple(dict.fromkeys(each.heading for each in parts_of([page]) if each.heading))


def select_relevant(pages: Sequence[MaterialPage], query: str, tokens: int) -> RelevantParts:
    """What of the files concerns what is ``asked``, in at most so many tokens.

    All of it where there is room. Else rules come first, then what is named there, then what
    shares rare words with it; what shares nothing is left out.
    """
    parts = parts_of(pages)
    if sum(estimate_tokens(part.text) for part in parts) <= tokens:
        return RelevantParts(parts=parts)
    scores = _score_parts(parts, query)
    chosen, left = set[int](), tokens
    for at in sorted(range(len(parts)), key=lambda each: -scores[each]):
        size = estimate_tokens(parts[at].text)
        if scores[at] > 0 and size <= left:
            chosen.add(at)
            left -= size
    return RelevantParts(
        parts=tuple(part for at, part in enumerate(parts) if at in chosen),
        left_out=tuple(part for at, part in enumerate(parts) if at not in chosen),
    )


def _score_parts(parts: Sequence[MaterialPart], query: str) -> list[float]:
    wanted = _significant_words(query)
    words = [Counter(_WORD.findall(part.text.casefold())) for part in parts]
    found_in = Counter(word for each in words for word in each)
    return [
        math.inf
        if part.has_rules
        else _HEADING_BONUS * bool(part.heading and carries(query, part.heading))
        + sum(math.log(1 + len(parts) / found_in[word]) for word in wanted & counted.keys())
        / math.sqrt(1 + len(counted))
        for part, counted in zip(parts, words, strict=True)
    ]


def _significant_words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _split_long_text(body: str) -> Iterator[str]:
    part = ""
    for block in re.split(r"\n\s*\n", body):
        for at in range(0, len(block), _MAX_PART_LENGTH):
            piece = block[at : at + _MAX_PART_LENGTH].strip("\n")
            if part and len(part) + len(piece) > _MAX_PART_LENGTH:
                yield part
                part = ""
            part = f"{part}\n\n{piece}".strip("\n")
    if part.strip():
        yield part
