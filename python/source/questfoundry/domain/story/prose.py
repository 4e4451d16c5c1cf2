"""Prose as it is kept, one text, and as a player reads it: paragraphs.

An empty line parts paragraphs. ``*words*`` are emphasized, and ``* * *`` is a break between
scenes. An *insert* is a paragraph under the name of a flag, without its kind, in brackets;
only players who hold the flag read it::

    [keep-the-ledger-1]
    The ledger is heavy under her coat.

Whatever is not written just so is plain text, as are brackets around what is no flag.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import frozen

from questfoundry.domain.ids import slug_of

SCENE_BREAK = "* * *"
"""How a break between scenes is written."""

# What XML and HTML forbid: controls but tab and line feed, halves of surrogate pairs, and
# the code points that are no characters.
_ENDS_OF_PLANES = "".join(
    chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF)
)
_FORBIDDEN = re.compile(
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufeff{_ENDS_OF_PLANES}]"
)
_USUAL = re.compile("[\t\n -~\xa0-\ud7ff\ue000-\ufdcf]*")
"""Texts that hold none of these, found out in a twentieth of the time."""

_GAP = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_BREAK = re.compile(r"\*[^\S\n]?\*[^\S\n]?\*|\u2042")
_INSERT = re.compile(r"\[([\w-]{1,100})\][^\S\n]*\n(?=\s*\S)")
# Around whole words of one line: there is none in "2*3*4".
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,1000})(?<!\s)\*(?![\w*])")


@frozen
class ProseSpan:
    """Words of a paragraph, emphasized or not."""

    text: str
    emphasized: bool = False


@frozen
class ProseParagraph:
    """What stands between two empty lines; ``flag`` is the one that an insert asks for."""

    text: str
    flag: str = ""

    @property
    def is_scene_break(self) -> bool:
        """Whether it only parts two scenes."""
        return bool(_BREAK.fullmatch(self.text))

    @property
    def spans(self) -> tuple[ProseSpan, ...]:
        """Its words, line ends among them."""
        return spans_of(self.text)

    @property
    def plain_text(self) -> str:
        """Its words without marks."""
        return "".join(span.text for span in self.spans) if "*" in self.text else self.text

    def is_visible_with(self, flags: Collection[str]) -> bool:
        """Whether a player who holds those flags reads it."""
        return not self.flag or self.flag in flags


def clean_text(text: str) -> str:
    """The text with line feeds for all ends of lines, and without what XML and HTML forbid.

    Byte order marks, which programs strip as they like, are none of it either.
    """
    if _USUAL.fullmatch(text):
        return text
    return _FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def index_flags_by_name(flags: Iterable[str]) -> Mapping[str, str]:
    """The ids of flags by the names under which inserts ask for them."""
    return {slug_of(flag): flag for flag in flags}


def paragraphs_of(prose: str, flags_by_name: Mapping[str, str]) -> tuple[ProseParagraph, ...]:
    """The paragraphs of prose; ``named`` are the flags that inserts may ask for, by name."""
    return tuple(_parse_paragraph(part, flags_by_name) for part in _parts(prose))


def remove_conditional_text(prose: str) -> str:
    """The prose without what looks like an insert, its flag being one or not."""
    return "\n\n".join(part for part in _parts(prose) if not _match_conditional_text(part))


def remove_markup(prose: str) -> str:
    """All words of the prose, those of inserts among them, and no mark."""
    found = ((part, _match_conditional_text(part)) for part in _parts(prose))
    parts = (ProseParagraph(part[each.end() :] if each else part) for part, each in found)
    return "\n\n".join(part.plain_text for part in parts)


def find_conditional_names(prose: str) -> tuple[str, ...]:
    """The names above what looks like inserts, whether there are such flags or not."""
    return tuple(found[1] for part in _parts(prose) if (found := _match_conditional_text(part)))


def _parts(prose: str) -> Iterator[str]:
    return (part for each in _GAP.split(prose) if (part := each.strip()))


def _match_conditional_text(part: str) -> re.Match[str] | None:
    """No flag has capitals; a sign may."""
    found = _INSERT.match(part)
    return found if found and found[1] == found[1].lower() else None


def _parse_paragraph(part: str, flags_by_name: Mapping[str, str]) -> ProseParagraph:
    found = _INSERT.match(part)
    if found and found[1] in flags_by_name:
        return ProseParagraph(part[found.end() :].lstrip(), flags_by_name[found[1]])
    return ProseParagraph(part)


def spans_of(text: str) -> tuple[ProseSpan, ...]:
    """A part of a paragraph, a whole line at least, as spans that are read on."""
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
