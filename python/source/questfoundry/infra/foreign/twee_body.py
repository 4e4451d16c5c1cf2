"""Read the text of one passage in the markup of its story format, or split the text into pieces."""

import re
from functools import cache

from questfoundry.domain.story.source_text import Piece, SourceText
from questfoundry.infra.foreign.chapbook import Chapbook
from questfoundry.infra.foreign.harlowe import Harlowe
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.snowman import Snowman
from questfoundry.infra.foreign.sugarcube import SugarCube
from questfoundry.infra.foreign.twine_markup import TwineDialect, TwineMarkup

_DIALECTS: dict[str, type[TwineDialect]] = {
    "chapbook": Chapbook,
    "harlowe": Harlowe,
    "snowman": Snowman,
    "sugarcube": SugarCube,
}


def read_body(state: ParserState, story_format: str) -> None:
    """Read the passage of ``state`` into ``state``; an unknown format has the tokens of all."""
    text = state.passage.text
    kinds = dialects_of(story_format.casefold())
    dialects = {
        name: dialect for kind in kinds for dialect in [kind(state)] for name in kind.tokens
    }
    state.line = state.passage.text_line
    read = 0
    for token in build_token_pattern(kinds).finditer(text):
        between = text[read : token.start()]
        state.line += between.count("\n")
        if not state.is_hidden:
            state.word_count += len(between.split())
        if not state.is_hidden or token.lastgroup == "modifier":
            dialects[str(token.lastgroup)].handle_token(token)
        state.line += token[0].count("\n")
        read = token.end()
    if not state.is_hidden:
        state.word_count += len(text[read:].split())
    for dialect in dict.fromkeys(dialects.values()):
        dialect.close()
    state.close()


def dialects_of(story_format: str) -> tuple[type[TwineDialect], ...]:
    """Return the markup readers for ``story_format``, in lower case; all if it is unknown."""
    known = _DIALECTS.get(story_format)
    return (TwineMarkup, known) if known else (TwineMarkup, *_DIALECTS.values())


@cache
def build_token_pattern(kinds: tuple[type[TwineDialect], ...]) -> re.Pattern[str]:
    """Return a regular expression that finds the next token of any markup reader in ``kinds``."""
    tokens = {name: token for kind in kinds for name, token in kind.tokens.items()}
    each = "|".join(f"(?P<{name}>{token})" for name, token in tokens.items())
    # The lookahead skips plain prose: trying all tokens at each letter takes ten times as long.
    return re.compile(rf"(?=[\[\]<{{(/`]|\A)(?:{each})", re.MULTILINE)


# HTML tags and character references, variable names, a line start that would begin a passage, and
# brackets that are not part of a token.
_OTHER_CODE = (
    r"<!--.*?-->|</?[A-Za-z][^<>\n]*>|&\#?\w+;|[$_][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|^::"
    r"|\((?=[A-Za-z][\w-]*:)|[\[\]{}<>]+"
)


def split_source_text(text: str, story_format: str) -> SourceText:
    """Return ``text`` split into prose and code; an unknown format has the code of all."""
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
