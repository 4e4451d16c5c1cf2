"""What every format does with text: forbidden characters, paragraphs, marks that are escaped.

Prose stays readable in the exported file: a mark is escaped only where some format could take
it for more than itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from questfoundry.domain.ids import slugify
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.prose import ProseParagraph, clean_text

_RIGHT_TO_LEFT = frozenset(
    ("ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi")
)
# Not those that are read as what they are: , . ; ( ), a lone ", and ' ! ? : - behind a word.
_MARKS = re.compile(
    r"""
    [#$%&*+/<=>@\[-`{-~]
    | (?<!\w) ['!?:-]
    | '(?=') | \?(?=\w) | :(?=\S) | -(?!\w)
    | (?<=") " | " (?=")
    """,
    re.VERBOSE,
)

_RESERVED_NAMES = frozenset(("manifest", "report", "aux", "con", "nul", "prn"))
"""Names of other files that are shipped, and such as Windows keeps for devices."""


def file_name(edition: Edition, ending: str) -> str:
    """The title as a plain name, with ``ending``: ``the-drowned-ledger.html``."""
    name = slugify(edition.title) or "story"
    return f"story-{name}{ending}" if name in _RESERVED_NAMES else f"{name}{ending}"


def one_line(text: str) -> str:
    """The text with one space between its words, whatever was there."""
    return " ".join(clean_text(text).split())


def paragraphs(edition: Edition, passage: str) -> tuple[ProseParagraph, ...]:
    """The paragraphs of a passage, with the inserts of all players; a line end in one stays."""
    return edition.paragraphs[passage]


def chapter_at(edition: Edition, passage: str) -> str:
    """The title of the chapter that begins in the passage, in one line; empty where none does."""
    return one_line(edition.chapters.get(passage, ""))


def terms_of(edition: Edition) -> tuple[str, ...]:
    """What stands on the page after the title: who had a part in it, under what terms, and when."""
    publication = edition.publication
    return tuple(filter(one_line, (publication.credits, publication.licence, publication.date)))


def escape_marks(text: str, escape: Callable[[str], str]) -> str:
    """The text with ``escape`` of each ASCII mark that could be read as markup."""
    return _MARKS.sub(lambda mark: escape(mark[0]), text)


def direction(language: str) -> str:
    """``rtl`` for a language that is written from right to left, else ``ltr``."""
    tag = language.casefold().split("-")
    return "rtl" if tag[0] in _RIGHT_TO_LEFT and "latn" not in tag else "ltr"
