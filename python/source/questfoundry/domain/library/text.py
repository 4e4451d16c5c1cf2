"""Normalise the text of book files, find sentences, and prepare queries."""

import re
import unicodedata

# ruff: noqa: RUF001 - the marks of several languages are what this is about
from collections.abc import Iterator

from questfoundry.domain.library.book import Paragraph

LONGEST_HEADING = 200  # Longest heading, in characters; a longer one counts as plain text

# Control characters, soft hyphens and zero-width spaces carry no text. Lone surrogates and
# non-characters cannot be encoded.
_NOTHING = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)

_LONGEST_WORD = 500

_LIGATURES = re.compile("[\ufb00-\ufb06]")


def tidy(text: str) -> str:
    """Return ``text`` with single spaces between words and without invisible characters."""
    without = _NOTHING.sub("", text)
    whole = _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found[0]), without)
    words = whole.split()
    if max(map(len, words), default=0) > _LONGEST_WORD:
        return " ".join(map(_compose_in_pieces, words))
    return unicodedata.normalize("NFC", " ".join(words))


def _compose_in_pieces(word: str) -> str:
    # Normalisation sorts combining accents in quadratic time, which a hostile word could exploit.
    return "".join(
        unicodedata.normalize("NFC", word[at : at + _LONGEST_WORD])
        for at in range(0, len(word), _LONGEST_WORD)
    )


def to_paragraph(text: str, *, heading: bool = False) -> Paragraph | None:
    """Return a paragraph with the words of ``text``, or ``None``; a long text is no heading."""
    words = tidy(text)
    return Paragraph(words, heading and len(words) <= LONGEST_HEADING) if words else None


_END = re.compile(r"""[.!?…]["'”’»)\]]*+ (?=\S)|[。！？]++[」』”’）]*+""")

_ABBREVIATIONS = """
bzw ca capt cf col dr e.g etc fig gen gov hon i.e jr lt m messrs mlle mme mr mrs ms mt no nr p pp
prof rev sen sgt sr st usw vgl viz vol vs z.b
"""

_SHORT = frozenset(_ABBREVIATIONS.split())

_LONGEST_SHORT = 8

_WHOLE = re.compile(r"""[.!?…。！？]["'”’»)\]」』）]*+$""")

_LONGEST_CLOSING = 8


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of ``text``, a paragraph with single spaces and no line breaks."""
    begin = 0
    for mark in _END.finditer(text):
        if _is_sentence_end(text, mark):
            if sentence := text[begin : mark.end()].strip():
                yield sentence
            begin = mark.end()
    if rest := text[begin:].strip():
        yield rest


def has_sentence_end(text: str) -> bool:
    """Return whether ``text`` ends with a mark that ends a sentence, such as a full stop."""
    return bool(_WHOLE.search(text[-_LONGEST_CLOSING:]))


def _is_sentence_end(text: str, mark: re.Match[str]) -> bool:
    if text[mark.end() : mark.end() + 1].islower():
        return False
    if text[mark.start()] != ".":
        return True
    before = text[max(0, mark.start() - _LONGEST_SHORT) : mark.start()].rpartition(" ")[2]
    word = before.lstrip("\"'“‘«([").lower()
    return not (word in _SHORT or (len(word) == 1 and word.isalpha()))


LONGEST_QUERY = 2_000  # Longest query, in characters; the rest is cut off

_WORD = re.compile(r"\w+")

_MOST_WORDS = 32

_COMMON_ENGLISH = """
a about after all also am an and any are as at be because been before being but by can could d did
do does doing don down during each else ever few for from had has have having he her here hers him
his how i if in into is it its just ll m may me might more most must my no nor not now of off on
once one only or other our out over own re s said say says shall she should so some such t than
that the their them then there these they this those through to too under until up upon us ve very
was we were what when where which while who whom whose why will with without would you your
"""

_COMMON = frozenset(_COMMON_ENGLISH.split())


def tidy_query(query: str) -> str:
    """Return ``query`` without control characters, cut to ``LONGEST_QUERY`` characters."""
    return tidy(query[:LONGEST_QUERY])


def extract_keywords(query: str) -> list[str]:
    """Return up to 32 distinct words of ``query``; common words only if there are no others."""
    words = list(dict.fromkeys(_WORD.findall(query.lower())))
    distinctive = [word for word in words if word not in _COMMON]
    return (distinctive or words)[:_MOST_WORDS]


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
