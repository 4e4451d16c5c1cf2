"""Read the templates of Snowman, a Twine story format: ``<% ... %>`` with JavaScript inside.

The names of variables include the prefix of the object that stores them, as in ``s.name``.
"""

from __future__ import annotations

import html
import re
from re import Match
from typing import ClassVar

from attrs import define

from questfoundry.domain.story.foreign.expressions import ALWAYS, UnknownCondition
from questfoundry.infra.foreign.markdown_text import MarkdownMarkup
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.snowman_code import (
    TEXT,
    is_output_only,
    normalise_state_name,
    read_click_settings,
    read_condition,
    read_handler_settings,
    read_settings,
)
from questfoundry.infra.foreign.sugarcube_code import find_variables
from questfoundry.infra.foreign.twine_markup import (
    Branches,
    TwineLink,
    parse_attributes,
    split_at_first,
)

_GAP = r"(?:[\s;]|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_CONDITION = rf"\(((?:{TEXT}|[^()\"'`]|\((?:{TEXT}|[^()\"'`]|\([^()\"'`]*+\))*+\))*+)\)"
_IF = re.compile(rf"if\s*{_CONDITION}\s*\{{")
_ELSE = re.compile(rf"\}}\s*else\s*(?:if\s*{_CONDITION}\s*)?\{{")
_STATEMENT = re.compile(rf"(?:{TEXT}|[^;{{}}\n\"'`])++")
_RENDER = re.compile(rf"\s*(?:window\.)?story\.render\(\s*({TEXT})\s*\)\s*;?\s*")
_BRACE = re.compile(rf"{TEXT}|[{{}}]")
_SPACE = re.compile(_GAP)

_ENTITY_IN_1 = re.compile("&(?:amp|lt|gt|quot|#x27|#x60);")
_TEMPLATE = r"<%(?:[^<%]|<(?!%)|%(?!>))*+%>"
_LINK_IN_LINE = re.compile(r"\[\[(?P<link_inner>.*?)\]\]")
# The links of version 2.1 have one separator, and no other bar or sign "less than".
_PART = r"(?:[^|<\]-]|-(?!>))+"
_SEPARATED = re.compile(rf"(?P<one>{_PART})(?:(?P<separator>\||->|<-)(?P<other>{_PART}))?")


@define(kw_only=True)
class _Block(Branches):
    is_known: bool = True


class Snowman(MarkdownMarkup):
    """A reader of one passage in the markup of Snowman, a Twine story format."""

    tokens: ClassVar = {
        "template": _TEMPLATE,
        **MarkdownMarkup.tokens,
        "indented": r"(?:(?<=\n\n)|\A)(?: {4,}|\t)[^\n]*+(?:\n(?: {4,}|\t)[^\n]*+)*+",
        "link": r"\[\[(?P<link_inner>(?:[^\]]|\](?!\])){0,1000}+)\]\]",
    }

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._blocks: list[_Block] = []
        self._unknown_blocks = 0

    def handle_token(self, token: Match[str]) -> None:
        """Read a template, a link or HTML: ``<%= %>`` outputs a value, and ``<% %>`` runs code.

        From Snowman 2 on, some passages are read without Markdown.
        """
        if token.lastgroup == "template":
            self._read_template(token[0])
        elif token.lastgroup == "link":
            self._read_link(token["link_inner"], token[0])
        elif token.lastgroup in self.certain_tokens and not self._state.story.is_before(2):
            self._note_links(token.string[token.start() : token.end() + 1])
        else:
            super().handle_token(token)

    def resolve_target(self, target: str) -> str | None:
        """Return the passage to which a link to ``target`` leads; version 2 knows no web links."""
        story = self._state.story
        found = super().resolve_target(target)
        return target if found == "" and story.version and not story.is_before(2) else found

    def decode_entities(self, name: str) -> str:
        """Return ``name`` without the character references that this version decodes."""
        if not self._state.story.is_before(2):
            return super().decode_entities(name)
        return _ENTITY_IN_1.sub(lambda found: html.unescape(found[0]), name)

    def is_link_tag(self, tag: str) -> bool:
        """Return whether ``tag`` is a link; other elements with ``data-passage`` do nothing."""
        return bool(re.match(r"<a\s", tag, re.IGNORECASE))

    def _read_tag(self, tag: str) -> None:
        for found in re.finditer(_TEMPLATE, tag):
            self._read_template(found[0])
        attributes = parse_attributes(tag)
        handler = attributes.get("onclick")
        settings = read_handler_settings(handler) if handler else None
        if settings is not None and self.is_link_tag(tag):
            self._add_link(
                TwineLink(label="", target=attributes.get(self.link_attribute, "")), tag, settings
            )
        else:
            super()._read_tag(tag)

    def _read_link(self, inner: str, whole: str) -> None:
        story = self._state.story
        if story.is_before(2, 1):
            for found in _LINK_IN_LINE.finditer(whole):
                self._add_link(self.parse_link(found), found[0])
            return
        parts = _SEPARATED.fullmatch(inner)
        link = _order_parts(parts) if parts else None
        # Versions before 2.1.4 read dashes in names in several ways.
        is_sure = "-" not in inner.replace("->", "", 1) or not story.is_before(2, 1, 4)
        if link and is_sure and (story.version or link == split_at_first(inner, "|", "->", "<-")):
            self._add_link(link, whole)
        elif not story.version or not is_sure:
            self._state.note_unknown_target(whole)

    def _read_template(self, template: str) -> None:
        code = normalise_state_name(template[2:-2])
        if code[:1] in ("=", "-"):
            self._read_output(code[1:])
        else:
            self.read_code(code)

    def close(self) -> None:
        """Close all blocks that are still open at the end of the passage."""
        while self._blocks:
            self._close_block()

    def read_code(self, code: str) -> None:
        """Read the statements of a template up to the first statement that is not understood."""
        at = 0
        while (at := _match_end(_SPACE, code, at)) < len(code):
            if found := _IF.match(code, at):
                self._open_if(found[1])
            elif (found := _ELSE.match(code, at)) and self._blocks:
                self._open_else(found[1])
            elif code[at] == "}" and self._blocks:
                self._close_block()
                at += 1
                continue
            elif not (found := _STATEMENT.match(code, at)) or not self._read_statement(
                found[0].strip()
            ):
                self._skip_unknown_code(code[at:])
                return
            at = found.end()

    def _read_output(self, code: str) -> None:
        if found := _RENDER.fullmatch(code):
            self._state.add_choice(
                found[1][1:-1], is_include=True, is_uncertain=bool(self._unknown_blocks)
            )
        elif not is_output_only(code):
            self._state.note_unknown_code("<%= %>", code)

    def _open_if(self, code: str) -> None:
        block = _Block(outer_condition=self._state.condition)
        self._blocks.append(block)
        self._open_branch(block, code)

    def _open_else(self, code: str | None) -> None:
        block = self._blocks[-1]
        if block.is_known:
            self._open_branch(block, code)

    def _open_branch(self, block: _Block, code: str | None) -> None:
        self._enter_branch(block, ALWAYS if code is None else read_condition(code), code or "else")
        if code is not None and not is_output_only(code):
            self._state.note_unknown_code("<% %>", code)

    def _close_block(self) -> None:
        block = self._blocks.pop()
        self._unknown_blocks -= not block.is_known
        self._state.condition = block.outer_condition

    def _read_statement(self, code: str) -> bool:
        if (found := read_settings(code)) is None:
            return is_output_only(code)
        known = {name: each for name, each in found.items() if each is not None}
        if self._unknown_blocks:
            self._state.untracked |= found.keys()
        else:
            self._state.untracked |= found.keys() - known.keys()
            self._state.set_variables(known)
        return True

    def _skip_unknown_code(self, code: str) -> None:
        self._state.note("'<% %>' is not modelled", code)
        click_settings = read_click_settings(code)
        self._state.untracked |= find_variables(code) - click_settings.keys()
        for name, value in click_settings.items():
            self._state.begin_click("")
            self._state.set_variables({name: value})
            self._state.end_click(once=True)
        condition = UnknownCondition(" ".join(code.split()))
        for brace in _BRACE.findall(code):
            if brace == "{":
                block = _Block(outer_condition=self._state.condition, is_known=False)
                self._blocks.append(block)
                self._unknown_blocks += 1
                self._state.narrow_condition(condition, "a long condition")
            elif brace == "}" and self._blocks:
                self._close_block()


def _match_end(pattern: re.Pattern[str], code: str, at: int) -> int:
    found = pattern.match(code, at)
    return found.end() if found else at


def _order_parts(parts: re.Match[str]) -> TwineLink:
    one, other = parts["one"], parts["other"] or parts["one"]
    label, target = (other, one) if parts["separator"] == "<-" else (one, other)
    return TwineLink(label=label, target=target)
