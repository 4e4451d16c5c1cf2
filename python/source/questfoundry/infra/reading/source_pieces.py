"""Parts the text of a passage into prose and what its format, or HTML, may take for code."""

from __future__ import annotations

import re
from functools import cache

from questfoundry.domain.story.source_text import Piece, SourceText
from questfoundry.infra.reading.twee_body import dialects_of, token_pattern

# Tags and references of HTML, names of variables, brackets of any kind that a token leaves over,
# and what would begin a passage.
_OTHER = (
    r"<!--.*?-->|</?[A-Za-z][^<>\n]*>|&\#?\w+;|[$_][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|^::"
    r"|\((?=[A-Za-z][\w-]*:)|[\[\]{}<>]+"
)


def source_text(text: str, story_format: str) -> SourceText:
    """The text in its parts; where the format is not known, the code of all formats counts."""
    pieces, read = [], 0
    for found in _code(story_format.casefold()).finditer(text):
        if found.end() == found.start():
            continue
        if found.start() > read:
            pieces.append(Piece(text[read : found.start()], is_code=False))
        pieces.append(Piece(found[0], is_code=True))
        read = found.end()
    if read < len(text):
        pieces.append(Piece(text[read:], is_code=False))
    return SourceText(tuple(pieces))


@cache
def _code(story_format: str) -> re.Pattern[str]:
    tokens = token_pattern(dialects_of(story_format)).pattern
    return re.compile(f"{tokens}|{_OTHER}", re.MULTILINE)
