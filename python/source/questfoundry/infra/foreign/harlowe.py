"""Read Harlowe's markup: macros ``(name: ...)``, and hooks, which are texts in square brackets."""

from __future__ import annotations

import re
from re import Match
from typing import ClassVar

from attrs import define

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    FALSE,
    TRUE,
    Condition,
    Either,
    Truth,
    UnknownCondition,
    Variable,
    conjoin,
    disjoin,
    negate,
    text_value,
)
from questfoundry.domain.story.foreign.value_sets import make_random_variable
from questfoundry.infra.foreign.harlowe_code import STRING, read_condition, read_settings
from questfoundry.infra.foreign.harlowe_hooks import lacks_hook
from questfoundry.infra.foreign.harlowe_links import (
    LINK,
    locate_target,
    parse_link,
    read_unlabelled,
)
from questfoundry.infra.foreign.harlowe_rules import find_problem
from questfoundry.infra.foreign.hook_visibility import HookVisibility
from questfoundry.infra.foreign.parser_state import ParserState, limit_condition
from questfoundry.infra.foreign.sugarcube_code import find_variables
from questfoundry.infra.foreign.twine_markup import (
    SCRIPT_OR_INPUT,
    TwineLink,
    TwineMarkup,
    has_joined_markup,
)

_UNIT = rf"[^()\"']++|(?<=\w)'s\b|{STRING}|[\"']"


def _nested_pattern(depth: int) -> str:
    inner = rf"|\((?:{_nested_pattern(depth - 1)}){{0,400}}+\)" if depth else ""
    return f"{_UNIT}{inner}"


_STRING = re.compile(STRING)
_ALL_TEXTS = re.compile(rf"\s*(?:{STRING})\s*(?:,\s*(?:{STRING})\s*)?")
_LEADING = re.compile(r"\((?:[\w-]*go-?to|display|redirect|undo):", re.IGNORECASE)
_SETTING = re.compile(r"\((?:set|put|move):", re.IGNORECASE)
_ATTACHED = re.compile(r"\s*\+?\s*(?:\|[\w-]*[>)])?")
_ATTACHED_IN_1 = re.compile(r"(?:\|[\w-]*>)?")
_VARIABLE = re.compile(r"[$_][A-Za-z_]\w*$")

# Harlowe ignores dashes, underscores and case in macro names.
_CONDITIONS = re.compile(r"if|unless|elseif|else")
_CLICKS = re.compile(
    r"link|linkreplace|linkreveal|linkrepeat|linkrerun|linkrevealgoto"
    r"|(?:click|mouseover|mouseout)(?:replace|append|prepend|rerun)?"
)
_AGAIN = re.compile(r"linkrepeat|linkrerun|\w+rerun")
_JUMPS = re.compile(r"goto|linkgoto|redirect")
_LEADS = re.compile(r"undo|linkundo|clickgoto|mouseovergoto|mouseoutgoto|clickundo")
_INPUTS = re.compile(
    r"(?:force)?inputbox|(?:force)?checkbox|checkboxfullscreen|dropdown"
    r"|cyclinglink|seqlink|sequencelink|move|unpack"
)
# These macros run by themselves, after some time or on a condition: waiting counts as a click.
_WAITS = re.compile(r"live|event|after")
_WHEN = re.compile(r"\s*when\s+(.*)", re.DOTALL | re.IGNORECASE)
_CHOSEN = re.compile(r"dropdown|cyclinglink")
_BOUND = re.compile(rf"\s*2?bind\s+([$_]\w+)\s*,((?:\s*(?:{STRING})\s*(?:,|$))+)")
_MAYBE = re.compile(r"more|hidden|cond|switch|loop|for")
_EACH = re.compile(r"\beach\s+([$_]\w+)", re.IGNORECASE)
_HARMLESS = re.compile(
    r"print|css|textstyle|textcolour|textcolor|colour|background|bg|font|align|box|floatbox"
    r"|transition|t8n|transition(?:time|depart|arrive|delay|skip)|t8n(?:time|depart|arrive|delay|skip)"
    r"|hoverstyle|hook|append|prepend|replace|restart|reload|opacity|textsize|textindent|size"
    r"|textrotate\w*|collapse|nobr|verbatim|v6m|hide|rerun|stop|alert|char\w*|columns?|page"
    r"|ignore|button|border\w*|b4r\w*|cornerradius|linkstyle|enchant|change|meter|animate|cursor"
    r"|either|random|num|number|str|string|text|uppercase|lowercase|upperfirst|lowerfirst|source"
    r"|savegame|loadgame|icon\w*|mask|forgetundos|forgetvisits|scroll|dialog|confirm|prompt|passage"
    r"|(?:new)?(?:track|playlist|group)|masteraudio"  # macros of the Harlowe Audio Library
    r"|goup|debug|verbatimprint|v6mprint|alignment|matrix|round|floor|ceil|min|max|cond|a|dm|ds"
)


@define(kw_only=True)
class _Hook:
    condition: Condition = ALWAYS
    label: str | None = None
    target: str = ""
    is_single_use: bool = True
    click_condition: Condition = ALWAYS
    is_uncertain: bool = False
    is_hidden: bool = False
    has_hooks: bool = False
    outer_condition: Condition = ALWAYS
    outer_late_condition: Condition = ALWAYS
    else_condition: Condition | None = None
    """The condition of an ``(else:)`` after a hook with this changer."""
    inner_else_condition: Condition | None = None
    """The condition of an ``(else:)`` that comes next in the hook; none follows an ``(if:)``."""


class Harlowe(TwineMarkup):
    """A reader of one passage in the markup of Harlowe, a Twine story format."""

    link_attribute = ""
    tokens: ClassVar = {
        **TwineMarkup.tokens,
        "script": SCRIPT_OR_INPUT,
        "comment": r"<!--(?:[^<-]|-(?!->)|<(?!!--))*+(?:-->|\Z)",
        "link": LINK,
        "quoted": r"(?<!`)(?P<marks>`++)(?:[^`]|(?!(?P=marks)(?!`))`++){1,2000}?(?P=marks)(?!`)",
        "other_macro": r"<<[^<>\s]++(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+>>",
        "call": r"\((?P<call_name>[A-Za-z][\w-]*+):"
        rf"(?P<call_code>(?:{_nested_pattern(4)}){{0,400}}+)\)",
        "broken_call": r"\((?P<broken_call_name>[A-Za-z][\w-]*+|[$_][A-Za-z_]\w*+):",
        "open_hook": r"\[(?:=++)?+",
        "close_hook": r"\]",
    }
    certain_tokens = frozenset({"other_macro"})

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._hooks = [_Hook()]
        self._next_hook: _Hook | None = None
        """The hook that the macros just read attach to, if an opening bracket follows."""
        self._end = 0
        self._uncertain_hooks = 0
        self._visibility = HookVisibility(state)

    @classmethod
    def parse_link(cls, token: Match[str]) -> TwineLink:
        """Return the link that ``token`` matched."""
        return parse_link(token)

    def _read_bracket_link(self, token: Match[str]) -> None:
        story, target = self._state.story, read_unlabelled(token)
        if target and story.is_before(2):
            self._add_link(TwineLink(label=target, target=target), token[0])
        elif target and not story.version:
            self._state.note_unknown_target(token[0])
        else:
            super()._read_bracket_link(token)

    def resolve_target(self, target: str) -> str | None:
        """Return the passage to which a link to ``target`` leads; see ``locate_target``."""
        found = locate_target(target, self._state.story.names)
        return found and self.find_name(found)

    def handle_token(self, token: Match[str]) -> None:
        """Read a link, a macro call, or the opening or closing bracket of a hook."""
        between = token.string[self._end : token.start()]
        pattern = _ATTACHED_IN_1 if self._state.story.is_before(2) else _ATTACHED
        if not pattern.fullmatch(between):
            self._next_hook = None
        match token.lastgroup:
            case "call":
                if "+" not in between:
                    self._next_hook = None
                self._report_problem(token["call_name"], token["call_code"], token[0])
                self._read_macro(token["call_name"], token["call_code"], token[0])
                if lacks_hook(token["call_name"], token["call_code"], token):
                    self._attach_changer(_Hook(condition=UnknownCondition(token[0])))
            case "broken_call":
                self._state.note_unknown_code(f"({token['broken_call_name']}:)", token[0])
                self._next_hook = _Hook(is_uncertain=True)
            case "link" if self._next_hook and not self._state.story.is_before(3):
                # Macros also apply to a link after them; earlier versions ignore them there.
                self._open_hook(token)
                super().handle_token(token)
                self._close_hook()
                self._hooks[-1].inner_else_condition = _UNKNOWN_ELSE
            case "open_hook":
                self._open_hook(token)
            case "close_hook" if len(self._hooks) > 1:
                self._close_hook()
            case _:
                super().handle_token(token)
        self._end = token.end()

    def _report_problem(self, name: str, code: str, whole: str) -> None:
        if not self._state.story.is_before(2) and (
            problem := find_problem(name, code, is_first=not self._hooks[-1].has_hooks)
        ):
            self._state.refuse(whole, problem)

    def _read_tag(self, tag: str) -> None:
        if tag.startswith("<tw-link") and self._state.story.is_before(3):
            self._state.note_unknown_target(tag)
        super()._read_tag(tag)

    def close(self) -> None:
        """Close all hooks that are still open at the end of the passage."""
        while len(self._hooks) > 1:
            self._close_hook()

    def _open_hook(self, token: Match[str]) -> None:
        hook, self._next_hook = self._next_hook or _Hook(), None
        before = token.string[max(0, token.start() - 60) : token.start()]
        if found := _VARIABLE.search(before):
            hook.condition = UnknownCondition(found[0])
        elif self._state.story.is_before(2) and self._visibility.has_name_after(token.start()):
            # Harlowe 1 attaches nothing to such a hook.
            hook = _Hook()
        self._hooks[-1].has_hooks = True
        hook.outer_late_condition = self._state.late_condition
        if hook.else_condition is not None:
            self._hooks[-1].inner_else_condition = hook.else_condition
        hook.condition, can_change = self._visibility.open_hook(
            token.start(), before, hook.condition, is_hidden=hook.is_hidden
        )
        hook.is_uncertain = hook.is_uncertain or can_change
        hook.outer_condition = self._state.condition
        self._state.narrow_condition(hook.condition, "a long condition")
        if hook.label is not None:
            self._state.begin_click(hook.label)
            self._state.condition = hook.click_condition
            if hook.target:
                self._state.add_choice(hook.target, is_jump=True)
        self._uncertain_hooks += hook.is_uncertain
        self._hooks.append(hook)

    def _close_hook(self) -> None:
        hook = self._hooks.pop()
        if hook.label is not None:
            self._state.end_click(once=hook.is_single_use)
        self._state.condition = hook.outer_condition
        self._state.late_condition = hook.outer_late_condition
        self._uncertain_hooks -= hook.is_uncertain

    def _read_macro(self, name: str, code: str, whole: str) -> None:
        plain, shown = re.sub("[-_]", "", name.lower()), f"({name}:)"
        if _CONDITIONS.fullmatch(plain):
            self._attach_changer(self._read_condition(plain, code))
        elif plain in ("set", "put", "show", "linkshow"):
            self._read_change_macro(plain, code)
        elif _CLICKS.fullmatch(plain):
            self._read_link_macro(plain, code)
        elif _JUMPS.fullmatch(plain) or plain == "display":
            self._read_goto_macro(plain, code, whole)
            return
        elif _LEADS.fullmatch(plain):
            self._state.note_unknown_target(shown)
        elif _INPUTS.fullmatch(plain):
            self._read_input_macro(plain, code)
        elif _WAITS.fullmatch(plain):
            self._read_timed_macro(plain, code)
        elif _MAYBE.fullmatch(plain):
            self._state.untracked |= set(_EACH.findall(code))
            self._attach_changer(_Hook(is_uncertain=True, is_hidden=plain == "hidden"))
        elif not _HARMLESS.fullmatch(plain):
            self._state.note_unknown_code(shown, code)
            self._attach_changer(_Hook(is_uncertain=True))
        self._read_nested_code(code, whole)

    def _attach_changer(self, hook: _Hook) -> None:
        old = self._next_hook or _Hook()
        self._next_hook = _Hook(
            condition=conjoin(old.condition, hook.condition),
            else_condition=_join_else(old.else_condition, hook.else_condition),
            label=old.label if hook.label is None else hook.label,
            target=hook.target or old.target,
            click_condition=conjoin(old.click_condition, hook.click_condition),
            is_single_use=old.is_single_use and hook.is_single_use,
            is_uncertain=old.is_uncertain or hook.is_uncertain,
            is_hidden=old.is_hidden or hook.is_hidden,
        )

    def _read_condition(self, name: str, code: str) -> _Hook:
        around = self._hooks[-1].inner_else_condition
        condition = (
            self._state.resolve_condition(self._parse_condition(code)) if code.strip() else ALWAYS
        )
        if name == "if":
            return _Hook(condition=condition, else_condition=negate(condition))
        if name == "unless":
            return _Hook(condition=negate(condition), else_condition=condition)
        if around is None or around == _UNKNOWN_ELSE:
            # Harlowe shows the hook, below an error, if no hook with a condition is before it.
            return _Hook(condition=around or ALWAYS)
        return _Hook(
            condition=limit_condition(conjoin(around, condition), code),
            else_condition=limit_condition(conjoin(around, negate(condition)), "else"),
        )

    def _parse_condition(self, code: str) -> Condition:
        version = self._state.story.version or _USUAL
        if any(version < since and new.search(code) for since, new in _NEW_IN.items()):
            return UnknownCondition(" ".join(code.split()))
        return read_condition(code, self._state.passage.name)

    def _read_link_macro(self, name: str, code: str) -> None:
        texts = _string_literals(code)
        target = texts[1] if name == "linkrevealgoto" and len(texts) > 1 else ""
        if name == "linkrevealgoto" and not target:
            self._state.note_unknown_target(f"(link-reveal-goto:{code})")
        label = texts[0] if texts else " ".join(code.split())
        self._attach_changer(
            _Hook(label=label, target=target, is_single_use=not _AGAIN.fullmatch(name))
        )

    def _read_change_macro(self, name: str, code: str) -> None:
        if name in ("set", "put"):
            self._read_set_macro(code)
        elif name == "show":
            self._visibility.show(code, is_uncertain=bool(self._uncertain_hooks))
        elif not self._state.story.is_before(3):
            self._state.begin_click(" ".join(_string_literals(code)[:1]))
            self._visibility.show(code, is_uncertain=bool(self._uncertain_hooks))
            self._state.end_click(once=True)

    def _read_timed_macro(self, name: str, code: str) -> None:
        when = _WHEN.fullmatch(code) if name == "event" else None
        inner = self._parse_condition(when[1]) if when else ALWAYS
        self._attach_changer(_Hook(label="", click_condition=inner, is_single_use=name != "live"))

    def _read_input_macro(self, kind: str, code: str) -> None:
        found = _BOUND.fullmatch(code) if _CHOSEN.fullmatch(kind) else None
        if not found:
            self._state.note_unknown_change(code, has_note=False)
            return
        name, values = found[1], [text_value(each) for each in _string_literals(found[2])]
        first = Either(Truth(make_random_variable((FALSE, TRUE))), values[0], Variable(name))
        self._state.set_variables({name: first})
        self._state.offer_values(name, values)

    def _read_goto_macro(self, name: str, code: str, whole: str) -> None:
        texts = _string_literals(code)
        if not texts or not _ALL_TEXTS.fullmatch(code):
            self._state.note_unknown_target(whole)
        elif name == "linkgoto":
            if "[[" in texts[0]:
                self._state.note_unknown_text(whole)
            self._add_link(TwineLink(label=texts[0], target=texts[-1] or texts[0]), whole)
        else:
            shows, maybe = name == "display", bool(self._uncertain_hooks)
            self._state.add_choice(
                texts[0], is_include=shows, is_jump=not shows, is_uncertain=maybe
            )

    def _read_set_macro(self, code: str) -> None:
        if re.search(LINK, code):
            self._state.note_unknown_text(code)
        found = read_settings(code, self._state.passage.name)
        known = {name: each for name, each in found.items() if each is not None}
        if not found or self._uncertain_hooks:
            self._state.note_unknown_change(code, has_note=False)
        elif self._state.can_have_jumped():
            # After a go-to, Harlowe 1 runs the rest of the passage; later versions do not.
            self._state.untracked |= found.keys()
        else:
            self._state.untracked |= found.keys() - known.keys()
            self._state.set_variables(known)

    def _read_nested_code(self, code: str, whole: str) -> None:
        if whole.lower().startswith("(alert:"):
            return
        for text in _STRING.findall(code):
            self._add_links_in(text[1:-1])
        is_chosen = whole.lower().startswith("(cond:") and "[[" in code
        if is_chosen or "[[" in _STRING.sub("", code) or has_joined_markup(_STRING.findall(code)):
            self._state.note_unknown_text(code)
        if _LEADING.search(code):
            self._state.note_unknown_target(whole)
        if _SETTING.search(code):
            self._state.untracked |= find_variables(code)


_UNKNOWN_ELSE = UnknownCondition("(else:)")
_USUAL = (3, 2)
"""The version in which a story is read that names none: many stories are older than 3.3."""

_NEW_IN = {(3, 1): re.compile(r"\bvisits?\b"), (3, 3): re.compile(r"\(\s*visited:", re.IGNORECASE)}
"""Code that earlier versions do not know, by the version."""


def _join_else(one: Condition | None, other: Condition | None) -> Condition | None:
    return other if one is None else one if other is None else disjoin(one, other)


def _string_literals(code: str) -> list[str]:
    return [re.sub(r"\\(.)", r"\1", each[0][1:-1]) for each in _STRING.finditer(code)]
