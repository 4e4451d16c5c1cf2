"""The author's reference texts, and the parts into which they are divided."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.former_names import former_names

BIBLE = "bible"  # The folder for people, places and rules

OUTLINE = "outline"  # The folder for the author's outline of the plot

SAMPLES = "samples"  # The folder for samples of the author's prose, whose voice the story imitates

FOLDERS = (BIBLE, OUTLINE, SAMPLES)


class MaterialPage(FrozenModel):
    """A file that the author supplies; ``name`` is the path, as in ``bible/people.md``."""

    name: str
    text: str


@former_names(of="select_folders")
class Material(FrozenModel):
    """All files that the author of a project supplies, sorted by name."""

    pages: tuple[MaterialPage, ...] = ()

    def select_folders(self, *folders: str) -> tuple[MaterialPage, ...]:
        """Return the files in the given folders, such as ``bible`` or ``outline``."""
        return tuple(each for each in self.pages if each.name.partition("/")[0] in folders)

    @property
    def outline_text(self) -> str:
        """The text of all files of the outline."""
        return "\n\n".join(each.text for each in self.select_folders(OUTLINE))


NO_MATERIAL = Material.model_construct()

_RULES_HEADING = re.compile(
    r"\b(?:rules?|laws?|regeln?|gesetze?|règles?|reglas?|regole)\b", re.IGNORECASE
)

_WORD = re.compile(r"\w{4,}")

_MAX_PART_LENGTH = 1500

_HEADING_BONUS = 10.0


@frozen
class MaterialPart:
    """A section of a file, or a piece of a long section."""

    page: str
    heading: str
    text: str

    @property
    def has_rules(self) -> bool:
        """Return whether the heading announces rules, which concern every request."""
        return is_rules_heading(self.heading)

    def __str__(self) -> str:
        return f"{self.page}, {self.heading}" if self.heading else self.page


@frozen(kw_only=True)
class RelevantParts:
    """The parts of the author's files that a request contains and leaves out, in file order."""

    parts: tuple[MaterialPart, ...] = ()
    left_out: tuple[MaterialPart, ...] = ()


def is_rules_heading(heading: str) -> bool:
    """Return whether ``heading`` announces rules of the story's world."""
    return bool(_RULES_HEADING.search(heading))


def parts_of(pages: Sequence[MaterialPage]) -> tuple[MaterialPart, ...]:
    """Return the sections of all ``pages``; a long section is split between paragraphs."""
    from questfoundry.domain.text.sections import sections_of  # which a status does not need

    return tuple(
        MaterialPart(page.name, section.heading, text)
        for page in pages
        for section in sections_of(page.text)
        for text in _split_long_text(section.text)
    )


def headings_of(page: MaterialPage) -> tuple[str, ...]:
    """Return the distinct headings of a file, in the order of the file."""
    return tuple(dict.fromkeys(each.heading for each in parts_of([page]) if each.heading))


def select_relevant(pages: Sequence[MaterialPage], query: str, tokens: int) -> RelevantParts:
    """Return the parts of ``pages`` that concern ``query``, in at most ``tokens`` tokens.

    If not all parts fit, parts with rules have priority, then parts whose heading occurs in
    ``query``, then parts that share rare words with ``query`` (inverse document frequency).
    """
    from questfoundry.domain.chat.exchange import estimate_tokens  # which a status does not need

    parts = parts_of(pages)
    if sum(estimate_tokens(part.text) for part in parts) <= tokens:
        return RelevantParts(parts=parts)
    scores = _score_parts(parts, query)
    chosen, tokens_left = set[int](), tokens
    for at in sorted(range(len(parts)), key=lambda each: -scores[each]):
        size = estimate_tokens(parts[at].text)
        if scores[at] > 0 and size <= tokens_left:
            chosen.add(at)
            tokens_left -= size
    return RelevantParts(
        parts=tuple(part for at, part in enumerate(parts) if at in chosen),
        left_out=tuple(part for at, part in enumerate(parts) if at not in chosen),
    )


def _score_parts(parts: Sequence[MaterialPart], query: str) -> list[float]:
    from questfoundry.domain.text.names.stated_names import has_name  # which a status does not need

    query_words = {*_WORD.findall(query.casefold())}
    words = [Counter(_WORD.findall(part.text.casefold())) for part in parts]
    document_counts = Counter(word for each in words for word in each)
    return [
        math.inf
        if part.has_rules
        else _HEADING_BONUS * bool(part.heading and has_name(query, part.heading))
        + sum(
            math.log(1 + len(parts) / document_counts[word])
            for word in query_words & counted.keys()
        )
        / math.sqrt(1 + len(counted))
        for part, counted in zip(parts, words, strict=True)
    ]


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
