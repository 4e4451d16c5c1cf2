"""Provide text functions for all export formats: file names, paragraphs and escaping."""

import re
from collections.abc import Callable

from questfoundry.domain.ids import slugify
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.prose import ProseParagraph, clean_text

_RIGHT_TO_LEFT = frozenset(
    ("ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi")
)
# Marks that no format reads as markup are left out: , . ; ( ), a lone ", and ' ! ? : - behind a
# word.
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
"""Names of other shipped files, and device names that Windows reserves."""


def file_name(edition: Edition, ending: str) -> str:
    """Return the story's title and ``ending`` as a file name, ``the-drowned-ledger.html``."""
    name = slugify(edition.title) or "story"
    return f"story-{name}{ending}" if name in _RESERVED_NAMES else f"{name}{ending}"


def one_line(text: str) -> str:
    """Return ``text`` as one line, with single spaces between words."""
    return " ".join(clean_text(text).split())


def paragraphs(edition: Edition, passage: str) -> tuple[ProseParagraph, ...]:
    """Return the paragraphs of ``passage``, including conditional text; they may have line ends."""
    return edition.paragraphs[passage]


def chapter_at(edition: Edition, passage: str) -> str:
    """Return the title of the chapter that begins in ``passage``, or an empty string."""
    return one_line(edition.chapters.get(passage, ""))


def terms_of(edition: Edition) -> tuple[str, ...]:
    """Return those of the credits, the licence and the date that are not empty."""
    publication = edition.publication
    return tuple(filter(one_line, (publication.credits, publication.licence, publication.date)))


def escape_marks(text: str, escape: Callable[[str], str]) -> str:
    """Return ``text`` with each mark that some format reads as markup replaced by ``escape``."""
    return _MARKS.sub(lambda mark: escape(mark[0]), text)


def direction(language: str) -> str:
    """Return ``rtl`` if ``language`` is written from right to left, else ``ltr``."""
    tag = language.casefold().split("-")
    return "rtl" if tag[0] in _RIGHT_TO_LEFT and "latn" not in tag else "ltr"
