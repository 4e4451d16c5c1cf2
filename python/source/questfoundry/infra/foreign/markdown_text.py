"""Read what Chapbook and Snowman share: links that are replaced before Markdown is read."""

import re
from re import Match
from typing import ClassVar

from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.twine_markup import (
    SCRIPT_OR_INPUT,
    TwineLink,
    TwineMarkup,
    split_at_first,
)

_ADDRESS = re.compile(r"\w+:///?\w")
_LIST_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]", re.MULTILINE)


class MarkdownMarkup(TwineMarkup):
    """A reader of links in Markdown; they are no links in code and after a backslash."""

    tokens: ClassVar = {
        "escaped": r"\\[\\`\[{]",
        "fence": r"^(?P<fence_marks>`{3,}|~{3,})[^`\n]*\n"
        r"(?:(?!(?P=fence_marks))[^\n]*+(?:\n|\Z))*?"
        r"(?:(?P=fence_marks)[`~]*[ \t]*$|\Z)",
        "code_span": r"(?<!`)(?P<ticks>`++)(?:[^`\n]|\n(?![ \t]*\n)"
        r"|(?!(?P=ticks)(?!`))`++){1,2000}?(?P=ticks)(?!`)",
        "indented": r"(?<=\n\n)(?: {4,}|\t)[^\n]*+(?:\n(?: {4,}|\t)[^\n]*+)*+",
        **TwineMarkup.tokens,
        "script": SCRIPT_OR_INPUT,
        "link": r"\[\[(?P<link_inner>(?:[^\]\n]|\](?!\])){0,1000}+)\]\]",
    }
    certain_tokens = frozenset({"escaped", "fence", "code_span", "indented"})

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        item = _LIST_ITEM.search(state.passage.text)
        self._first_item = item.start() if item else len(state.passage.text)

    def handle_token(self, token: Match[str]) -> None:
        """Read a link or HTML; links in code are text, unless the code may be part of a list."""
        if token.lastgroup in self.certain_tokens and _is_in_html(token):
            self._note_links(token.string[token.start() : token.end() + 1])
        elif token.lastgroup in ("indented", "fence"):
            if self._may_be_text(token):
                self._note_links(token[0])
        elif token.lastgroup not in self.certain_tokens:
            super().handle_token(token)

    @classmethod
    def parse_link(cls, token: Match[str]) -> TwineLink:
        """Return the link that ``token`` matched, split at its first bar, else at an arrow."""
        return split_at_first(token["link_inner"], "|", "->", "<-")

    def resolve_target(self, target: str) -> str | None:
        """Return the passage to which a link to ``target`` leads; spaces belong to its name."""
        if target in self._state.story.names:
            return target
        if _ADDRESS.match(target):
            return ""
        return None if re.search(r"\{|<%", target) else self.find_name(target)

    def _may_be_text(self, code: Match[str]) -> bool:
        if code.lastgroup == "fence":
            return not code[0].rstrip("`~ \t").endswith("\n")  # versions differ on an open fence
        return self._first_item < code.start()

    def _note_links(self, code: str) -> None:
        if re.search(r"\[\[|\{\w+ |data-passage|data-cb-go", code):
            self._state.note_unknown_text(code)

    def _read_tag(self, tag: str) -> None:
        if "[[" in tag:
            self._state.note_unknown_text(tag)
        else:
            super()._read_tag(tag)


def _is_in_html(token: Match[str]) -> bool:
    """Return whether ``token`` is in a block of HTML, which Markdown leaves as it is."""
    before = token.string[max(0, token.start() - 1000) : token.start()]
    return before.rpartition("\n\n")[2].lstrip().startswith("<")
