"""SugarCube's macros, ``<<name ...>>``: where they lead, what they ask for and what they set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from re import Match
from typing import ClassVar

from attrs import define, field

from questfoundry.infra.reading.parser_state import ParserState, TwineDialect
from questfoundry.infra.reading.sugarcube_code import (
    ALWAYS,
    MOST_FLAGS,
    Condition,
    condition_of,
    flags_set,
    string_of,
)
from questfoundry.infra.reading.twine_markup import LINK, link_of

_QUOTED = "|".join(rf"{q}(?:[^{q}\\<]|\\.|<(?!<))*+{q}" for q in "\"'`")
_ARGUMENT = re.compile(rf"{_QUOTED}|\S+", re.DOTALL)
_LINK = re.compile(LINK)

# They show, sound or dress, and change nothing that a structure knows of.
_HARMLESS = re.compile(
    r"-|=|case|default|print|nobr|silent|silently|copy|remove|addclass|removeclass|toggleclass"
    r"|audio|masteraudio|playlist|cacheaudio|createplaylist|removeplaylist|waitforaudio"
)
# So do they, but what they hold may happen later, or never.
_LATER = re.compile(
    r"linkappend|linkprepend|linkreplace|append|prepend|replace|timed|next|type|done|stop"
)


@define(kw_only=True)
class _Link:
    """A ``<<link>>`` whose body is being read."""

    outer: Condition
    line: int
    label: str
    targets: list[tuple[str, Condition]] = field(factory=list)
    grants: set[str] = field(factory=set)


@define(kw_only=True)
class _If:
    """An ``<<if>>``; ``rest`` is what holds in the branches to come, as far as it is known."""

    outer: Condition
    rest: Condition = ALWAYS
    rest_known: bool = True


class SugarCube(TwineDialect):
    """Links, jumps, conditions on flags, and flags that are set."""

    tokens: ClassVar = {
        "verbatim": r"\{\{\{(?:[^{}]|\{(?!\{\{)|\}(?!\}\}))*+\}\}\}"
        r"|/%(?:[^/%]|/(?!%)|%(?!/))*+%/|/\*(?:[^/*]|/(?!\*)|\*(?!/))*+\*/",
        "scripted": r"<<script>>(?:[^<]|<(?!</?script>>))*+<</script>>",
        "macro": rf"<<(?P<macro_name>/?[A-Za-z][\w-]*+|[=-])"
        rf"(?P<macro_code>(?:[^<>\"'`\\]|\\.|{_QUOTED}|<(?!<)|>(?!>)|[\"'`])*+)>>",
        "broken": r"<<(?P<broken_name>/?[A-Za-z][\w-]*+)",
        "image": r"\[img\[[^\[\]\n]*+\]\[(?P<image_target>[^\[\]\n]*+)\]"
        r"(?:\[(?P<image_setter>[^\[\]\n]*+)\])?+\]",
    }

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._open: list[_If | _Link] = []
        self._links: list[_Link] = []
        self._kinds: Counter[type] = Counter()
        self._certain = True
        """Whether what is read does happen: no macro before it may hold it."""

    def take(self, token: Match[str]) -> None:
        """See the class."""
        match token.lastgroup:
            case "macro":
                self._macro(token["macro_name"], token["macro_code"].strip(), token[0])
            case "scripted":
                self._state.unknown("<<script>>", token[0])
            case "broken":
                self._certain = False
                self._state.unknown(f"<<{token['broken_name']}")
            case "image":
                self._image(token["image_target"].strip(), token["image_setter"] or "")

    def _image(self, target: str, setter: str) -> None:
        """A picture that leads somewhere."""
        grants = flags_set(setter, value=True) if setter else frozenset[str]()
        if grants is None:
            self._state.change_unknown(setter)
        self._state.add(string_of(target) or target, grants=grants or frozenset())

    def close(self) -> None:
        """Whatever is still open ends with the passage."""
        while self._open:
            self._end(type(self._open[-1]))

    def _macro(self, name: str, code: str, whole: str) -> None:
        if macro := self._MACROS.get(name):
            macro(self, code, whole)
        elif name in ("/if", "/link", "/button"):
            self._end(_If if name == "/if" else _Link)
        elif name in ("back", "return"):
            self._state.target_unknown(whole)
        elif name == "switch":
            self._state.condition_unknown(whole)
        elif not name.startswith("/") and not _HARMLESS.fullmatch(name):
            self._certain = False
            if not _LATER.fullmatch(name):
                self._state.unknown(f"<<{name}>>", code)

    def _begin(self, frame: _If | _Link) -> None:
        self._open.append(frame)
        self._kinds[type(frame)] += 1

    def _end(self, kind: type) -> None:
        """Ends the nearest one of that kind, and with it what was never closed inside."""
        while self._kinds[kind]:
            frame = self._open.pop()
            self._kinds[type(frame)] -= 1
            if isinstance(frame, _Link):
                self._end_link(self._links.pop())
            self._state.condition = frame.outer
            if isinstance(frame, kind):
                return

    def _if(self, code: str, whole: str) -> None:
        self._begin(_If(outer=self._state.condition))
        self._branch(code, whole)

    def _branch(self, code: str, whole: str) -> None:
        frame = self._open[-1] if self._open else None
        if not isinstance(frame, _If):
            return
        asked = condition_of(code) if code else ALWAYS
        here = frame.outer & frame.rest & (asked or ALWAYS)
        if asked is None or not frame.rest_known or here.too_long:
            self._state.condition_unknown(whole)
        self._state.condition = frame.outer if here.too_long else here
        if asked and asked.negated:
            frame.rest &= asked.negated
        elif asked:
            frame.rest_known = False

    def _link(self, code: str, whole: str) -> None:
        frame = _Link(outer=self._state.condition, line=self._state.line, label="")
        self._begin(frame)
        self._links.append(frame)
        if inner := _LINK.match(code):
            link = link_of(inner["link_inner"])
            frame.label = link.label
            self._lead(link.target)
            if link.setter:
                self._set(link.setter, whole)
            return
        arguments = _ARGUMENT.findall(code)
        frame.label = " ".join(string_of(each) or each for each in arguments[:1])
        if len(arguments) > 1:
            self._goto(arguments[1], whole)

    def _end_link(self, link: _Link) -> None:
        now, grants = self._state.line, frozenset(link.grants)
        for target, condition in link.targets:
            self._state.line, self._state.condition = link.line, condition
            self._state.add(target, link.label, grants=grants)
        self._state.line = now
        if grants and not link.targets:
            self._state.change_unknown(" ".join(sorted(grants)))

    def _goto(self, code: str, whole: str) -> None:
        target = string_of(code)
        if target is None:
            self._state.target_unknown(whole)
        else:
            self._lead(target)

    def _lead(self, target: str) -> None:
        if self._links:
            self._links[-1].targets.append((target, self._state.condition))
        else:
            self._state.add(target)

    def _include(self, code: str, whole: str) -> None:
        target = string_of(code)
        if target is None:
            self._state.target_unknown(whole)
        else:
            self._state.add(target, shows=True)

    def _set(self, code: str, whole: str) -> None:
        """Flags start unset; from then on they can only be set, by a link or by coming here."""
        flags = flags_set(code, value=not self._state.initial)
        link = self._links[-1] if self._links else None
        grants = link.grants if link else self._state.grants
        always = self._state.condition == (link.outer if link else ALWAYS)
        if flags is None or not (always and self._certain) or len(grants) > MOST_FLAGS:
            self._state.change_unknown(whole)
        elif not self._state.initial:
            grants |= flags

    _MACROS: ClassVar[Mapping[str, Callable[[SugarCube, str, str], None]]] = {
        "if": _if,
        "elseif": _branch,
        "else": _branch,
        "link": _link,
        "button": _link,
        "goto": _goto,
        "include": _include,
        "display": _include,
        "set": _set,
    }
