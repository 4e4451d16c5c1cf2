"""Find faults in a composed paragraph: doubled words, articles, agreement, quotation marks."""

import re
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from questfoundry.infra.llm.draft.grammar import takes_an

_ALLOWED_TWICE = frozenset({"had", "that", "no", "very", "now", "so", "one", "there", "up", "and"})


@frozen
class ProseFault:
    """A fault in a paragraph: the problem, the words, and what to do."""

    problem: str
    words: str
    fix: str


_PATTERNS = (
    (
        r"[{}]|\[\[|\]\]|\|\|",
        "a slot or a condition is left",
        "Close its brackets, or correct its name.",
    ),
    (r"\s[,.;:!?](?=\s|$)", "there is a space before punctuation", "Remove the space."),
    (r"(?<!\.)\.\.(?!\.)|,,|;;|[,;]\.", "punctuation is doubled", "Keep one mark."),
    (
        r"(?<![.!?A-Z]\b)[a-z]\. (?=[a-z])[a-z'-]+ \w+",
        "a sentence begins with a small letter",
        "Begin the slot with a capital letter, as in {Who}.",
    ),
    (
        r"(?i)\b(?:somehow|ancient|mysterious|mysteriously)\b",
        "the word is on the list of worn-out words",
        "Say what is there.",
    ),
    (
        r"[a-z,][.!?][A-Z]|[.!?][\"*][A-Za-z]",
        "a space is missing",
        "Put a space between the sentences.",
    ),
    (r'""', "two quotation marks meet", "Remove the marks in the slot or around it."),
)


_COMPILED = tuple((re.compile(pattern), problem, fix) for pattern, problem, fix in _PATTERNS)


@lru_cache(maxsize=100_000)
def find_prose_faults(paragraph: str) -> tuple[ProseFault, ...]:
    """Return the faults in ``paragraph``, a text as players read it; results are cached."""
    return tuple(_find_faults(paragraph))


def _find_faults(paragraph: str) -> Iterator[ProseFault]:
    for pattern, problem, fix in _COMPILED:
        for found in pattern.finditer(paragraph):
            yield ProseFault(problem, _quote(paragraph, found), fix)
    yield from _find_doubled(paragraph)
    yield from _find_articles(paragraph)
    if paragraph.count('"') % 2:
        yield ProseFault(
            "a quotation mark is missing", paragraph[:60], "Open and close each speech."
        )


def _find_doubled(paragraph: str) -> Iterator[ProseFault]:
    for found in re.finditer(r"(?i)\b([a-z]+) \1\b", paragraph):
        if found[1].lower() not in _ALLOWED_TWICE:
            yield ProseFault(
                "a word stands twice", _quote(paragraph, found), "Remove one of the two."
            )


def _find_articles(paragraph: str) -> Iterator[ProseFault]:
    for found in re.finditer(r"\b([Aa]n?) ([A-Za-z][\w-]*)", paragraph):
        if (found[1].lower() == "an") is not takes_an(found[2]):
            yield ProseFault("the article is wrong", _quote(paragraph, found), "Correct it.")


def _quote(paragraph: str, found: re.Match[str]) -> str:
    """Return the match ``found`` with a few words around it."""
    before = paragraph[: found.start()].split(" ")[-3:]
    after = paragraph[found.end() :].split(" ")[:4]
    return f"{' '.join(before)}{found[0]}{' '.join(after)}".strip()
