"""Read the macros of SugarCube, a Twine story format: ``<<name ...>>``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from re import Match
from typing import ClassVar

from attrs import define

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    UNSET,
    Compare,
    Comparison,
    Expression,
    UnknownCondition,
    Value,
    disjoin,
)
from questfoundry.infra.foreign.expressions import parse_expression
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.sugarcube_blocks import (
    MACRO,
    SCRIPTED,
    SVG,
    VERBATIM,
    find_refusals,
    normalise_macro_name,
)
from questfoundry.infra.foreign.sugarcube_choices import SelectionMacros
from questfoundry.infra.foreign.sugarcube_code import (
    ARGUMENT,
    NAME,
    QUOTED,
    can_have_side_effects,
    find_inner_settings,
    find_set_variables,
    language_of,
    parse_string,
    read_condition,
    read_settings,
)
from questfoundry.infra.foreign.sugarcube_links import IMAGE, LINK, SugarCubeMarkup, parse_image
from questfoundry.infra.foreign.twine_markup import TAG, Branches, TwineLink, has_joined_markup

_STRINGS = re.compile(QUOTED, re.DOTALL)
_LINKED = re.compile(rf"(?=<(?i:a|image)\b){TAG}")
_MARKUP = re.compile(r"\[\[|<<[A-Za-z]|\bdata-passage\b")


# Macros for display, sound and style, which do not affect the structure.
_HARMLESS = re.compile(
    r"nobr|copy|remove|addclass|removeclass|toggleclass"
    r"|audio|masteraudio|playlist|cacheaudio|createplaylist|removeplaylist|waitforaudio"
    r"|removeaudiogroup|createaudiogroup|done|stop"
)
# Macros for display whose content may run later or never.
_LATER = re.compile(r"append|prepend|replace|timed|next|type")
_CLICKS = {"link", "button", "linkappend", "linkprepend", "linkreplace"}
# Input macros that set a variable to any value a player enters.
_INPUTS = re.compile(r"checkbox|numberbox|textarea|textbox|numberpool")
_LISTS = {"cycle", "listbox"}


@define
class _Link:
    is_single_use: bool = False


@define(kw_only=True)
class _If(Branches):
    subject: Expression | None = None
    code: str = ""


class SugarCube(SugarCubeMarkup):
    """A reader of SugarCube's macros in one passage: links, jumps, conditions and assignments."""

    tokens: ClassVar = {
        "verbatim": VERBATIM,
        "svg": SVG,
        "scripted": SCRIPTED,
        **SugarCubeMarkup.tokens,
        "macro": MACRO,
        "broken": r"<<(?P<broken_name>/?[A-Za-z][\w-]*+)",
        "image": IMAGE.pattern,
        "address": r"(?:(?<=http:)|(?<=https:)|(?<=ftp:))//[^\s'\"]++",
    }
    certain_tokens = frozenset({"address"})

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._frames: list[_If | _Link] = []
        self._frame_counts: Counter[type] = Counter()
        self._uncertain_macros: Counter[str] = Counter()
        """Counts of open macros whose content may run never or repeatedly, by name."""
        self._silent = 0
        """The number of open macros that run their content without showing it."""
        self._choices = SelectionMacros(state)
        self._refusals = find_refusals(state.passage, state.story)
        self._refused_to = 0

    def handle_token(self, token: Match[str]) -> None:
        """Read a macro, a script, a verbatim block, a link or an image link."""
        if token.start() < self._refused_to:
            return
        if refusal := self._refusals.get(token.start()):
            self._state.refuse(refusal.code, refusal.problem)
            self._refused_to = refusal.end
            return
        match token.lastgroup:
            case "macro":
                name = normalise_macro_name(token["macro_name"])
                if choice := SelectionMacros.MACROS.get(name):
                    choice(self._choices, token["macro_code"].strip())
                else:
                    self._read_macro(name, token["macro_code"].strip(), token[0])
            case "scripted":
                self._state.note_unknown_code("<<script>>", token[0])
            case "svg":
                self._read_drawing(token[0])
            case "broken":
                self._uncertain_macros[""] += 1
                self._state.note_unknown_code(f"<<{token['broken_name']}")
            case "image" if token["image_target"]:
                self._add_link(parse_image(token), token[0])
            case _ if not self._silent:
                super().handle_token(token)

    def close(self) -> None:
        """Close all macros that are still open at the end of the passage."""
        while self._frames:
            self._close_frame(type(self._frames[-1]))
        self._choices.close()

    def _read_drawing(self, svg: str) -> None:
        """Read the linked elements in ``svg``; SugarCube reads no other markup in a drawing."""
        for tag in _LINKED.finditer(svg):
            self._read_tag(tag[0])
        if self._state.story.is_before(2, 31) or not self._state.story.version:
            self._note_markup_strings(repr(_LINKED.sub("", svg)))

    def _read_macro(self, name: str, code: str, whole: str) -> None:
        if macro := self._MACROS.get(name):
            macro(self, code, whole)
        elif name in ("/if", "/switch"):
            self._close_frame(_If)
        elif name[:1] == "/" and name[1:] in _CLICKS:
            self._close_frame(_Link)
        elif name in ("=", "-", "print"):
            self._read_print(code)
        elif name in ("back", "return"):
            self._state.note_unknown_target(whole)
        elif name.strip("/") in ("silently", "silent"):
            self._silent += -1 if name.startswith("/") else 1
        elif name.startswith("/"):
            if self._uncertain_macros[name[1:]]:
                self._uncertain_macros[name[1:]] -= 1
        elif not _HARMLESS.fullmatch(name):
            self._read_other_macro(name, code)

    def _read_print(self, code: str) -> None:
        self._state.untracked |= find_inner_settings(code)
        texts = _STRINGS.findall(code)
        for text in texts:
            self._add_links_in(text[1:-1])
        if has_joined_markup(texts):
            self._state.note_unknown_text(code)

    def _note_markup_strings(self, code: str) -> None:
        if any(map(_MARKUP.search, _STRINGS.findall(code))):
            self._state.note_unknown_text(code)

    def _read_other_macro(self, name: str, code: str) -> None:
        arguments = ARGUMENT.findall(code)
        if name in ("textbox", "numberbox"):
            self._read_input_box(arguments, code)
            return
        inputs = _INPUTS.fullmatch(name)
        if not inputs and f"<</{name}" in self._state.passage.text:
            self._uncertain_macros[name] += 1
        if inputs and len(arguments) < 4:
            self._state.note_unknown_change(code, has_note=False)
        elif not _LATER.fullmatch(name):
            self._state.note_unknown_code(f"<<{name}>>", code)

    def _read_input_box(self, arguments: Sequence[str], code: str) -> None:
        self._state.note_unknown_change(code, has_note=False)
        target = arguments[2] if len(arguments) > 2 else "autofocus"
        if parse_string(target) != "autofocus":
            self._read_goto(target, code, is_jump=False)

    def _open_frame(self, frame: _If | _Link) -> None:
        self._frames.append(frame)
        self._frame_counts[type(frame)] += 1

    def _close_frame(self, kind: type) -> None:
        while self._frame_counts[kind]:
            frame = self._frames.pop()
            self._frame_counts[type(frame)] -= 1
            if isinstance(frame, _If):
                self._state.condition = frame.outer_condition
            else:
                self._state.end_click(once=frame.is_single_use)
            if isinstance(frame, kind):
                return

    def _read_if(self, code: str, _: str) -> None:
        self._open_frame(_If(outer_condition=self._state.condition))
        self._read_branch(code)

    def _read_branch(self, code: str, _: str = "") -> None:
        frame = self._frames[-1] if self._frames else None
        if isinstance(frame, _If) and frame.subject is None:
            condition = read_condition(code, self._state.passage.name) if code else ALWAYS
            self._enter_branch(frame, condition, code)

    def _read_switch(self, code: str, whole: str) -> None:
        subject = parse_expression(code, language_of(self._state.passage.name))
        self._open_frame(
            _If(
                outer_condition=self._state.condition,
                subject=subject or UNSET,
                code=whole if subject else "",
            )
        )

    def _read_case(self, code: str, whole: str) -> None:
        frame = self._frames[-1] if self._frames else None
        if not isinstance(frame, _If) or frame.subject is None:
            return
        language = language_of(self._state.passage.name)
        values = [parse_expression(each, language) for each in ARGUMENT.findall(code)]
        known = [each for each in values if isinstance(each, Value)]
        if not frame.code or len(known) < len(values):
            self._enter_branch(frame, UnknownCondition(whole), whole)
        else:
            same = [Compare(Comparison.SAME, frame.subject, each) for each in known]
            self._enter_branch(frame, disjoin(*same), whole)

    def _read_default(self, _: str, whole: str) -> None:
        frame = self._frames[-1] if self._frames else None
        if isinstance(frame, _If) and frame.subject is not None:
            self._enter_branch(frame, ALWAYS, whole)

    def _read_link(self, code: str, whole: str) -> None:
        self._open_frame(_Link())
        if found := LINK.match(code):
            link = self.parse_link(found)
            self._state.begin_click(link.label)
            self._add_jump(link, whole)
            return
        if picture := IMAGE.match(code):
            self._state.begin_click("")
            self._add_jump(parse_image(picture), whole)
            return
        arguments = self._begin_labelled_click(code)
        if len(arguments) > 1 and arguments[1].startswith("[["):
            self._state.note_unknown_target(whole)  # versions differ in what they do with it
        elif len(arguments) > 1:
            self._read_goto(arguments[1], whole)

    def _read_reveal_link(self, code: str, _: str) -> None:
        self._open_frame(_Link(is_single_use=True))
        self._begin_labelled_click(code)

    def _begin_labelled_click(self, code: str) -> Sequence[str]:
        arguments = ARGUMENT.findall(code)
        self._note_markup_strings(" ".join(arguments[:1]))
        for computed in (each[1:-1] for each in arguments if each.startswith("`")):
            self._state.untracked |= find_inner_settings(computed)
        self._state.begin_click(" ".join(parse_string(each) or each for each in arguments[:1]))
        return arguments

    def _read_include(self, code: str, whole: str) -> None:
        self._read_goto(code, whole, is_include=True)

    def _add_jump(self, link: TwineLink, whole: str) -> None:
        target = self.resolve_target(link.target)
        if target is None:
            self._state.note_unknown_target(whole)
        elif link.target:
            # A macro goes even to an address, which is no passage.
            self._state.add_choice(target or link.target, is_jump=True)
        self._state.set_variables(self._parse_settings(link.setter, whole))

    def _read_goto(
        self, code: str, whole: str, *, is_include: bool = False, is_jump: bool = True
    ) -> None:
        if found := LINK.fullmatch(code):
            target = self.resolve_target(self.parse_link(found).target)
            code = repr(target) if target else ""
        if code[:1] == "`" and not is_include:
            code = parse_string(code) or ""
        if (target := parse_string(code)) is None:
            self._state.note_unknown_target(whole)
            return
        self._state.add_choice(
            self.find_name(target),
            is_include=is_include,
            is_jump=is_jump and not is_include,
            is_uncertain=any(self._uncertain_macros.values()),
        )

    def _read_set(self, code: str, whole: str) -> None:
        settings = self._parse_settings(code, whole)
        if any(self._uncertain_macros.values()):
            self._state.untracked |= settings.keys()
        else:
            self._state.set_variables(settings)

    def _parse_settings(self, code: str, whole: str) -> Mapping[str, Expression]:
        self._note_markup_strings(code)
        settings = read_settings(code, self._state.passage.name) if code else {}
        if settings is not None:
            return settings
        if can_have_side_effects(code) or not (names := find_set_variables(code)):
            self._state.note_unknown_change(whole, has_note=can_have_side_effects(code))
        else:
            self._state.untracked |= names
        return {}

    def _read_unset(self, code: str, _: str) -> None:
        self._state.set_variables(dict.fromkeys(NAME.findall(code), UNSET))

    _MACROS: ClassVar[Mapping[str, Callable[[SugarCube, str, str], None]]] = {
        "if": _read_if,
        "elseif": _read_branch,
        "else": _read_branch,
        "switch": _read_switch,
        "case": _read_case,
        "default": _read_default,
        "link": _read_link,
        "button": _read_link,
        "linkappend": _read_reveal_link,
        "linkprepend": _read_reveal_link,
        "linkreplace": _read_reveal_link,
        "goto": _read_goto,
        "include": _read_include,
        "display": _read_include,
        "set": _read_set,
        "run": _read_set,
        "unset": _read_unset,
    }
