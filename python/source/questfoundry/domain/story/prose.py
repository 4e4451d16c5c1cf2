"""Parse stored prose into the paragraphs that a player reads.

An empty line separates paragraphs. ``*words*`` are emphasised, and ``* * *`` is a scene break.
*Conditional text* is a paragraph below the name of a flag in brackets, without the flag's kind.
Only players who hold the flag read it::

    [keep-the-ledger-1]
    The ledger is heavy under her coat.

Anything else is plain text, including brackets around a name that is no flag.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import frozen

from questfoundry.domain.former_names import former_names
from questfoundry.domain.ids import slug_of

SCENE_BREAK = "* * *"
"""The text of a scene break."""

# Characters that XML and HTML forbid: control characters except tab and line feed, surrogates, and
# noncharacters.
_ENDS_OF_PLANES = "".join(
    chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF)
)
_FORBIDDEN = re.compile(
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufeff{_ENDS_OF_PLANES}]"
)
_USUAL = re.compile("[\t\n -~\xa0-\ud7ff\ue000-\ufdcf]*")
"""Texts without forbidden characters; this match takes a twentieth of the time."""

_GAP = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_BREAK = re.compile(r"\*[^\S\n]?\*[^\S\n]?\*|\u2042")
_INSERT = re.compile(r"\[([\w-]{1,100})\][^\S\n]*\n(?=\s*\S)")
# Emphasis encloses whole words of one line, so "2*3*4" contains no emphasis.
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,1000})(?<!\s)\*(?![\w*])")


@frozen
class ProseSpan:
    """A run of words in a paragraph that are all emphasised, or all plain."""

    text: str
    emphasized: bool = False


@former_names(is_break="is_scene_break", is_read_with="is_visible_with", plain="plain_text")
@frozen
class ProseParagraph:
    """A paragraph of prose.

    ``flag`` is the id of the flag that a player must hold to read the paragraph. It is empty if all
    players read it.
    """

    text: str
    flag: str = ""

    @property
    def is_scene_break(self) -> bool:
        """Return whether the paragraph only separates two scenes."""
        return bool(_BREAK.fullmatch(self.text))

    @property
    def spans(self) -> tuple[ProseSpan, ...]:
        """The words of the paragraph as emphasised and plain spans; line breaks remain."""
        return spans_of(self.text)

    @property
    def plain_text(self) -> str:
        """The words of the paragraph without emphasis marks."""
        return "".join(span.text for span in self.spans) if "*" in self.text else self.text

    def is_visible_with(self, flags: Collection[str]) -> bool:
        """Return whether a player who holds ``flags`` reads the paragraph."""
        return not self.flag or self.flag in flags


def clean_text(text: str) -> str:
    """Return the text with normal line ends and without the characters that XML or HTML forbid.

    Line ends become line feeds. Byte order marks are removed, too, because programs treat
    them differently.
    """
    if _USUAL.fullmatch(text):
        return text
    return _FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def index_flags_by_name(flags: Iterable[str]) -> Mapping[str, str]:
    """Return the ids of the flags, by the names that conditional text uses for them."""
    return {slug_of(flag): flag for flag in flags}


def paragraphs_of(prose: str, flags_by_name: Mapping[str, str]) -> tuple[ProseParagraph, ...]:
    """Return the paragraphs of ``prose``.

    ``flags_by_name`` maps the names of known flags to their ids. Other names in brackets remain in
    the text.
    """
    return tuple(_parse_paragraph(part, flags_by_name) for part in _split_paragraphs(prose))


def remove_conditional_text(prose: str) -> str:
    """Return the prose without paragraphs that look like conditional text.

    A paragraph is removed even if no flag has the name above it.
    """
    return "\n\n".join(
        part for part in _split_paragraphs(prose) if not _match_conditional_text(part)
    )


def remove_markup(prose: str) -> str:
    """Return all words of the prose, conditional text included, without flag names or emphasis."""
    found = ((part, _match_conditional_text(part)) for part in _split_paragraphs(prose))
    parts = (ProseParagraph(part[each.end() :] if each else part) for part, each in found)
    return "\n\n".join(part.plain_text for part in parts)


def find_conditional_names(prose: str) -> tuple[str, ...]:
    """Return the names above paragraphs that look like conditional text.

    A name is included even if no flag has it.
    """
    return tuple(
        found[1] for part in _split_paragraphs(prose) if (found := _match_conditional_text(part))
    )


def _split_paragraphs(prose: str) -> Iterator[str]:
    return (part for each in _GAP.split(prose) if (part := each.strip()))


def _match_conditional_text(part: str) -> re.Match[str] | None:
    """Return the match of a flag's name at the start of the paragraph ``part``, or ``None``.

    A name with capital letters is no flag.
    """
    found = _INSERT.match(part)
    return found if found and found[1] == found[1].lower() else None


def _parse_paragraph(part: str, flags_by_name: Mapping[str, str]) -> ProseParagraph:
    found = _INSERT.match(part)
    if found and found[1] in flags_by_name:
        return ProseParagraph(part[found.end() :].lstrip(), flags_by_name[found[1]])
    return ProseParagraph(part)


def spans_of(text: str) -> tuple[ProseSpan, ...]:
    """Return the spans of ``text``, emphasised or plain; it must be whole lines of a paragraph."""
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[ProseSpan]:
    end = 0
    for found in _EMPHASIS.finditer(text) if "*" in text else ():
        if found.start() > end:
            yield ProseSpan(text[end : found.start()])
        yield ProseSpan(found[1], emphasized=True)
        end = found.end()
    if end < len(text):
        yield ProseSpan(text[end:])
