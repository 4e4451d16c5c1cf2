"""Read the text of one passage in the markup of its story format, or split the text into pieces."""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

from questfoundry.domain.story.foreign.code_parts import are_exclusive
from questfoundry.domain.story.source_text import Piece, SourceText
from questfoundry.infra.foreign.chapbook import Chapbook
from questfoundry.infra.foreign.code_notes import ReadChoice
from questfoundry.infra.foreign.harlowe import Harlowe
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.snowman import Snowman
from questfoundry.infra.foreign.sugarcube import SugarCube
from questfoundry.infra.foreign.sugarcube_code import find_variables, visit_counter_of
from questfoundry.infra.foreign.twine_markup import TwineMarkup, UnknownMarkup

_DIALECTS: dict[str, type[TwineMarkup]] = {
    "chapbook": Chapbook,
    "harlowe": Harlowe,
    "snowman": Snowman,
    "sugarcube": SugarCube,
}


def read_body(state: ParserState, story_format: str) -> None:
    """Parse the passage of ``state``, and store its choices and variable changes in ``state``.

    If ``story_format`` is unknown, the markup of all formats is read.
    """
    kinds = dialects_of(story_format.casefold())
    dialects = {
        name: dialect for kind in kinds for dialect in [kind(state)] for name in kind.tokens
    }
    written = state.passage.text
    text = written if len(kinds) > 1 else kinds[0].prepare_text(state.passage)
    state.line = state.passage.text_line
    read = 0
    for token in build_token_pattern(kinds).finditer(text):
        state.line += written.count("\n", read, token.start())
        if not state.is_hidden:
            state.word_count += len(text[read : token.start()].split())
        if not state.is_hidden or token.lastgroup in ("modifier", "cut"):
            dialects[str(token.lastgroup)].handle_token(token)
        state.line += written.count("\n", token.start(), token.end())
        read = token.end()
    if not state.is_hidden:
        state.word_count += len(text[read:].split())
    for dialect in dict.fromkeys(dialects.values()):
        dialect.close()
    state.close()


def dialects_of(story_format: str) -> tuple[type[TwineMarkup], ...]:
    """Return the markup readers for ``story_format``, in lower case; all if it is unknown.

    Of several readers with one kind of token, the last reads it.
    """
    known = _DIALECTS.get(story_format)
    return (known,) if known else (*_DIALECTS.values(), UnknownMarkup)


@cache
def build_token_pattern(kinds: tuple[type[TwineMarkup], ...]) -> re.Pattern[str]:
    """Return a regular expression that finds the next token of any markup reader in ``kinds``."""
    tokens = {
        name: token
        for kind in kinds
        for name, token in kind.tokens.items()
        if len(kinds) == 1 or name not in kind.certain_tokens
    }
    # Other formats would read the bracket before SugarCube's pictures as one of their own.
    ordered = sorted(tokens, key=lambda name: name != "image")
    each = "|".join(f"(?P<{name}>{tokens[name]})" for name in ordered)
    # The lookahead skips plain prose: trying all tokens at each letter takes ten times as long.
    return re.compile(rf"(?=[\[\]<{{(/`\"\\~|:$]|^(?:--|\t|    )|\A)(?:{each})", re.MULTILINE)


# HTML tags and character references, variable names, a line start that would begin a passage, and
# brackets that are not part of a token.
_OTHER_CODE = (
    r"<!--.*?-->|</?[A-Za-z][^<>\n]*>|&\#?\w+;|[$_][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|^::"
    r"|\((?=[A-Za-z][\w-]*:)|[\[\]{}<>]+"
)


def split_source_text(text: str, story_format: str) -> SourceText:
    """Return ``text`` split into prose and code.

    If ``story_format`` is unknown, the code of any format counts as code.
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


VARS_SECTION = re.compile(r"\A(?:[^\n]*\n)*?--(?=\n|\Z)")  # Chapbook's vars section before the text
NAME = re.compile(r"(?<![\w$.])[A-Za-z_][\w.]*")  # a word that may be a variable without a sigil


def adds_only_text(state: ParserState) -> bool:
    """Return whether the passage of ``state`` has no choices, variables or unknown code.

    Only its text then matters to a passage that includes it.
    """
    return state.is_complete and not (state.choices or state.unmodelled or variables_set_by(state))


def untrack_included_variables(
    state: ParserState, choice: ReadChoice, included: ParserState, texts: AbstractSet[str]
) -> None:
    """Mark variables that an included passage sets as untracked if their values are uncertain.

    The values are uncertain if a click triggers the inclusion, if the included passage includes
    others, if other choices are open at the same time, or if the including text reads them.
    ``texts``: the passages that add only text where they are included.
    """
    if choice.is_after_click or not included.is_complete:
        state.untracked |= variables_set_by(state)
        included.untracked |= variables_set_by(included)
        return
    others = (
        each.condition
        for each in state.choices
        if each is not choice and not (each.is_include and each.target in texts)
    )
    if all(are_exclusive(choice.condition, each) for each in others):
        text = VARS_SECTION.sub("", state.passage.text)
        included.untracked |= variables_set_by(included) & (
            find_variables(text) | set(NAME.findall(text))
        )
    else:
        included.untracked |= variables_set_by(included)


def variables_set_by(state: ParserState) -> set[str]:
    """Return the variables that the passage of ``state`` sets, except its own visit counter."""
    return state.settings.keys() - {visit_counter_of(state.passage.name)}


def drop_text_passages(states: Sequence[ParserState], start: str) -> list[ParserState]:
    """Return the passages that a player can visit, without those that only add text to others.

    A passage is dropped if it has no exits, is only ever included, and is not the start.
    """
    text = collect_targets(states, is_include=True) - _passages_with_exits(states)
    text &= {state.passage.name for state in states}
    for state in states:
        state.choices = [
            choice for choice in state.choices if not (choice.is_include and choice.target in text)
        ]
    inner = text - collect_targets(states, is_include=False) - {start}
    return [state for state in states if state.passage.name not in inner]


def _passages_with_exits(states: Iterable[ParserState]) -> set[str]:
    shown_in: dict[str, list[str]] = {}
    waiting = []
    for state in states:
        for choice in state.choices:
            if choice.is_include:
                shown_in.setdefault(choice.target, []).append(state.passage.name)
            else:
                waiting.append(state.passage.name)
    leading = set(waiting)
    while waiting:
        for name in shown_in.get(waiting.pop(), ()):
            if name not in leading:
                leading.add(name)
                waiting.append(name)
    return leading


def collect_targets(states: Iterable[ParserState], *, is_include: bool) -> set[str]:
    """Return the names of all included passages, or of all passages to which choices lead."""
    return {
        choice.target
        for state in states
        for choice in state.choices
        if choice.is_include is is_include
    }
