"""Find the parts of Twine passages that a style sheet of the story may hide from players."""

import re
from collections.abc import Iterable

from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.twee_passages import TweePassage

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*+)\{([^{}]*+)\}")
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0*\.?0+\s*(?:[;!]|$)"
    r"|pointer-events\s*:\s*none"
)
_NAME = re.compile(r"[.#]([A-Za-z_][\w-]*)")
_STYLED = re.compile(r"\b(?:class|id)\s*=\s*(\"[^\"]*+\"|'[^']*+')|@@([^@\n;]*+);")
_WORD = re.compile(r"[A-Za-z_][\w-]*")


def note_hidden_parts(states: Iterable[ParserState], passages: Iterable[TweePassage]) -> None:
    """Add a note to each passage of ``states`` with a class or id that a style sheet may hide.

    The style sheets are those of ``passages`` that have the tag ``stylesheet``.
    """
    hidden = find_hidden_names(each.text for each in passages if "stylesheet" in each.tags)
    if not hidden:
        return
    for state in states:
        state.line = state.passage.place.line
        for name in sorted(hidden & _find_styled_names(state.passage.text)):
            state.note(f"what the style {name!r} hides is not modelled")


def find_hidden_names(sheets: Iterable[str]) -> set[str]:
    """Return the classes and ids in the selectors of rules that hide elements."""
    rules = (rule for sheet in sheets for rule in _RULE.findall(_COMMENT.sub("", sheet)))
    return {
        name
        for selector, declarations in rules
        if _HIDING.search(declarations.lower())
        for name in _NAME.findall(selector)
    }


def _find_styled_names(text: str) -> set[str]:
    return {name for found in _STYLED.findall(text) for name in _WORD.findall("".join(found))}
