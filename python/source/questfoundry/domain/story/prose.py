"""Parse stored prose into the paragraphs that a player reads.

An empty line separates paragraphs, and ``* * *`` is a scene break. The markup inside a paragraph is
that of :mod:`questfoundry.domain.story.prose_markup`. *Conditional text* is a paragraph below a
line with the name of a flag in brackets. The name is the flag's id without its kind. Only players
who hold the flag read the paragraph::

    [keep-the-ledger-1]
    The ledger is heavy under her coat.

Anything else is plain text, including brackets around a name that is no flag.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.former_names import former_names
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.prose_markup import Media, ProseSpan, parse_media, spans_of

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
"""The usual texts, which need no cleaning; this match takes a twentieth of the time of cleaning."""

_GAP = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_BREAK = re.compile(r"\*[^\S\n]?\*[^\S\n]?\*|\u2042")
_INSERT = re.compile(r"\[([\w-]{1,100})\][^\S\n]*\n(?=\s*\S)")


@former_names(is_break="is_scene_break", is_read_with="is_visible_with", plain="plain_text")
@frozen
class ProseParagraph:
    """A paragraph of prose.

    ``flag`` is the id of the flag that a player must hold to read the paragraph, or empty if all
    players read it.
    """

    text: str
    flag: str = ""

    @property
    def is_scene_break(self) -> bool:
        """Return whether the paragraph only separates two scenes."""
        return bool(_BREAK.fullmatch(self.text))

    @property
    def media(self) -> Media | None:
        """The picture or sound that the paragraph shows or plays, or ``None``."""
        return parse_media(self.text)

    @property
    def spans(self) -> tuple[ProseSpan, ...]:
        """The words of the paragraph as styled and plain spans; line breaks remain."""
        return spans_of(self.text)

    @property
    def plain_text(self) -> str:
        """The words of the paragraph without marks; of a picture or sound, the description."""
        if media := self.media:
            return media.alt
        return "".join(span.text for span in self.spans)

    @property
    def word_count(self) -> int:
        """The number of words that players read; the signs of a scene break are no words."""
        return 0 if self.is_scene_break else len(self.plain_text.split())

    def is_visible_with(self, flags: Collection[str]) -> bool:
        """Return whether the paragraph is shown to a player who holds ``flags``."""
        return not self.flag or self.flag in flags


def clean_text(text: str) -> str:
    """Return ``text`` with line feeds as line ends, without characters that XML or HTML forbid."""
    if _USUAL.fullmatch(text):
        return text
    return _FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def index_flags_by_name(flags: Iterable[str]) -> Mapping[str, str]:
    """Map the short names of ``flags``, which mark conditional text, to the ids of the flags."""
    return {slug_of(flag): flag for flag in flags}


def paragraphs_of(prose: str, flags_by_name: Mapping[str, str]) -> tuple[ProseParagraph, ...]:
    """Split ``prose`` into its paragraphs.

    ``flags_by_name`` maps the names of known flags to their ids. Unknown names in brackets remain
    in the text.
    """
    return tuple(_parse_paragraph(part, flags_by_name) for part in _split_paragraphs(prose))


def remove_conditional_text(prose: str) -> str:
    """Return ``prose`` without all paragraphs below a name in brackets, even an unknown name."""
    return "\n\n".join(
        part for part in _split_paragraphs(prose) if not _match_conditional_text(part)
    )


def remove_markup(prose: str) -> str:
    """Return all words of ``prose``, without flag names and marks."""
    return "\n\n".join(each.plain_text for each in _list_unnamed_paragraphs(prose))


def count_words(prose: str) -> int:
    """Return the number of words in ``prose`` that players can read, with all conditional texts."""
    return sum(each.word_count for each in _list_unnamed_paragraphs(prose))


def find_conditional_names(prose: str) -> tuple[str, ...]:
    """Return the names in brackets above paragraphs of ``prose``, including unknown names."""
    return tuple(
        found[1] for part in _split_paragraphs(prose) if (found := _match_conditional_text(part))
    )


def _list_unnamed_paragraphs(prose: str) -> Iterator[ProseParagraph]:
    for part in _split_paragraphs(prose):
        name = _match_conditional_text(part)
        yield ProseParagraph(part[name.end() :].lstrip() if name else part)


def _split_paragraphs(prose: str) -> Iterator[str]:
    return (part for each in _GAP.split(prose) if (part := each.strip()))


def _match_conditional_text(part: str) -> re.Match[str] | None:
    """Match a flag's name in brackets above a paragraph; a name with capitals is no flag."""
    found = _INSERT.match(part)
    return found if found and found[1] == found[1].lower() else None


def _parse_paragraph(part: str, flags_by_name: Mapping[str, str]) -> ProseParagraph:
    found = _INSERT.match(part)
    if found and found[1] in flags_by_name:
        return ProseParagraph(part[found.end() :].lstrip(), flags_by_name[found[1]])
    return ProseParagraph(part)


@frozen(kw_only=True)
class EditedPart:
    """A part of a passage's prose with its own text field.

    ``flag`` is the choice flag of conditional text, or empty for text that every reader sees.
    ``condition`` describes that flag in words.
    """

    flag: str
    condition: str
    text: str


def split_editable_prose(
    paragraphs: Sequence[ProseParagraph], flags: Mapping[str, str]
) -> tuple[EditedPart, ...]:
    """Return the prose as parts with one text field each.

    Each conditional paragraph is a part of its own; consecutive unconditional paragraphs form one
    part.
    """
    parts: list[EditedPart] = []
    for each in paragraphs:
        if parts and not each.flag and not parts[-1].flag:
            last = parts.pop()
            parts.append(EditedPart(flag="", condition="", text=f"{last.text}\n\n{each.text}"))
        else:
            condition = flags.get(each.flag, each.flag)
            parts.append(EditedPart(flag=each.flag, condition=condition, text=each.text))
    return tuple(parts)


def join_edited_prose(parts: Sequence[tuple[str, str]]) -> str:
    """Return the prose in its stored format, with ``[flag]`` above each conditional paragraph.

    Each of ``parts`` is a pair: a choice flag (empty for unconditional text), and the text that the
    author typed.
    """
    texts: list[str] = []
    for flag, text in parts:
        paragraphs = [each.strip("\n") for each in _split_typed_paragraphs(text)]
        name = f"[{slug_of(flag)}]\n" if flag else ""
        texts += [f"{name}{each}" for each in paragraphs]
    return "\n\n".join(texts)


def _split_typed_paragraphs(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").split("\n")
    whole = "\n".join(line.rstrip() for line in lines)
    return [each for each in whole.split("\n\n") if each.strip()]
