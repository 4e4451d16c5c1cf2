"""Recognise titles and authors that a program filled in because the writer gave none."""

import re

from questfoundry.domain.library.text import tidy

_NO_TITLE = re.compile(
    r"""[(\[]?(?:
    (?:un(?:titled|named|known)|no|ohne|sans|sin|senza)?[ ]?
    (?:title|titel|titre|t[ií]tulo|titolo|book|document|dokument)?(?:[ ]\d+)?
    |untitled[-_. ]?\d*|unbenannt|unknown|none|null|no[ ]data|document[-_ ]?\d*|dokument[-_ ]?\d*
    )[)\]]?""",
    re.IGNORECASE | re.VERBOSE,
)
_PROGRAM = re.compile(
    r"^(?:microsoft (?:office )?word|powerpoint(?: presentation)?|writer) - ", re.IGNORECASE
)
_FILE_NAME = re.compile(
    r"[^\\/]+\.(?:docx?|odt|rtf|indd|qxd|pdf|tex|dvi|ps|txt|pages|pub|wpd|epub|x?html?)",
    re.IGNORECASE,
)
_NO_AUTHOR = re.compile(
    r"\(?anonymous\)?"  # in capitals, it is the author of old books
    r"|(?i:\(?unknown(?: author)?\)?|author|user|owner|admin|administrator|root|none)"
)


def find_title(text: str) -> str:
    """Return the title in ``text``, or empty for a word such as "untitled" or a file's name."""
    title = _PROGRAM.sub("", tidy(text))
    return "" if _NO_TITLE.fullmatch(title) or _FILE_NAME.fullmatch(title) else title


def find_author(text: str) -> str:
    """Return the author in ``text``, or empty for a word such as "(anonymous)" or "Unknown"."""
    author = tidy(text)
    return "" if _NO_AUTHOR.fullmatch(author) else author
