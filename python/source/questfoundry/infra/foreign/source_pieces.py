"""Split a passage's text into prose and code."""

from __future__ import annotations

import re
from functools import cache

from questfoundry.domain.story.source_text import Piece, SourceText
from questfoundry.infra.foreign.twee_body import build_token_pattern, dialects_of

# HTML tags and character references, variable names, a line start that would begin a passage, and
# brackets that are not part of a token.
_OTHER_CODE = (
    r"<!--.*?-->|</?[A-Za-z][^<>\n]*>|&\#?\w+;|[$_][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|^::"
    r"|\((?=[A-Za-z][\w-]*:)|[\[\]{}<>]+"
)


def split_source_text(text: str, story_format: str) -> SourceText:
    """Return ``text`` split into pieces of prose and pieces of code.

    ``story_format`` defines the code. In an unknown format, the code of all formats counts as code.
    """
    pieces, read = [], 0
    for found in _code_pattern(story_format.casefold()).finditer(text):
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
def _code_pattern(story_format: str) -> re.Pattern[str]:
    tokens = build_token_pattern(dialects_of(story_format)).pattern
    return re.compile(f"{tokens}|{_OTHER_CODE}", re.MULTILINE)
