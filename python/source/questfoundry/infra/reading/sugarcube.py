"""SugarCube's macros, ``<<name ...>>``: where they lead, what they ask for and what they set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from re import Match
from typing import ClassVar

from attrs import define

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    UNSET,
    Compare,
    Comparison,
    Condition,
    Expression,
    Unclear,
    Value,
    both,
    negated,
    one_of,
)
from questfoundry.infra.reading.dialect import TwineDialect
from questfoundry.infra.reading.expressions import parse_expression
from questfoundry.infra.reading.parser_state import ParserState, small
from questfoundry.infra.reading.sugarcube_choices import PlayersChoices
from questfoundry.infra.reading.sugarcube_code import (
    ARGUMENT,
    NAME,
    QUOTED,
    asked_in,
    language_of,
    may_do_more,
    names_set_in,
    settings_in,
    string_of,
)
from questfoundry.infra.reading.twine_markup import LINK, parse_link

_STRINGS = re.compile(QUOTED, re.DOTALL)
_MARKUP = re.compile(r"\[\[|<<[A-Za-z]|\bdata-passage\b")
_LINK = re.compile(LINK)
_IMAGE = re.compile(r"\[[<>]?img\[[^\[\]\n]*+\]\[([^\[\]\n]*+)\]")

# They show, sound or dress, and change nothing that a structure knows of.
_HARMLESS = re.compile(
    r"nobr|silent|silently|copy|remove|addclass|removeclass|toggleclass"
    r"|audio|masteraudio|playlist|cacheaudio|createplaylist|removeplaylist|waitforaudio"
    r"|removeaudiogroup|createaudiogroup|done|stop"
)
# So do they, but what they hold may happen later, or never.
_LATER = re.compile(r"append|prepend|replace|timed|next|type")
_CLICKS = {"link", "button", "linkappend", "linkprepend", "linkreplace"}
# They change the variable that they name, by what a player does with them.
_INPUTS = re.compile(r"checkbox|numberbox|textarea|textbox|numberpool")
_LISTS = {"cycle", "listbox"}
# As versions before 2.37 may end them.
_ENDS_OF_OLD = {f"end{name}": f"/{name}" for name in ("if", "switch", *_CLICKS, *_LISTS)}


@define
class _Link:
    """A ``<<link>>`` whose body is being read; one that shows more can be clicked ``once``."""

    once: bool = False


@define(kw_only=True)
class _If:
    """An ``<<if>>`` or a ``<<switch>>``; ``rest`` is what holds in the branches to come."""

    outer: Condition
    rest: Condition = ALWAYS
    subject: Expression | None = None
    code: str = ""


class SugarCube(TwineDialect):
    """Links, jumps, conditions on variables, and what variables are set to."""

    tokens: ClassVar = {
        "verbatim": r"\{\{\{(?:[^{}]|\{(?!\{\{)|\}(?!\}\}))*+\}\}\}"
        r"|/%(?:[^/%]|/(?!%)|%(?!/))*+%/|/\*(?:[^/*]|/(?!\*)|\*(?!/))*+\*/",
        "scripted": r"<<script>>(?:[^<]|<(?!</?script>>))*+<</script>>",
        "macro": rf"<<(?P<macro_name>/?[A-Za-z][\w-]*+|[=-])"
        rf"(?P<macro_code>(?:[^<>\"'`\\]|\\.|{QUOTED}|<(?!<)|>(?!>)|[\"'`])*+)>>",
        "broken": r"<<(?P<broken_name>/?[A-Za-z][\w-]*+)",
        "image": r"\[[<>]?img\[[^\[\]\n]*+\]\[(?P<image_target>[^\[\]\n]*+)\]"
        r"(?:\[(?P<image_setter>[^\[\]\n]*+)\])?+\]",
    }

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._open: list[_If | _Link] = []
        self._kinds: Counter[type] = Counter()
        self._holding: Counter[str] = Counter()
        """The macros that are open and may do what they hold never, or more than once."""
        self._choices = PlayersChoices(state)

    def take(self, token: Match[str]) -> None:
        """See the class."""
        match token.lastgroup:
            case "macro":
                name = _ENDS_OF_OLD.get(token["macro_name"], token["macro_name"])
                if choice := PlayersChoices.MACROS.get(name):
                    choice(self._choices, token["macro_code"].strip())
                else:
                    self._macro(name, token["macro_code"].strip(), token[0])
            case "scripted":
                self._state.unknown("<<script>>", token[0])
            case "broken":
                self._holding[""] += 1
                self._state.unknown(f"<<{token['broken_name']}")
            case "image":
                self._image(token["image_target"].strip(), token["image_setter"] or "")

    def _image(self, target: str, setter: str) -> None:
        """A picture that leads somewhere."""
        self._state.add(string_of(target) or target, settings=self._changes(setter, setter))

    def close(self) -> None:
        """Whatever is still open ends with the passage."""
        while self._open:
            self._end(type(self._open[-1]))
        self._choices.close()

    def _macro(self, name: str, code: str, whole: str) -> None:
        if macro := self._MACROS.get(name):
            macro(self, code, whole)
        elif name in ("/if", "/switch"):
            self._end(_If)
        elif name[:1] == "/" and name[1:] in _CLICKS:
            self._end(_Link)
        elif name in ("=", "-", "print"):
            self._print(code)
        elif name in ("back", "return"):
            self._state.target_unknown(whole)
        elif name.startswith("/"):
            if self._holding[name[1:]]:
                self._holding[name[1:]] -= 1
        elif not _HARMLESS.fullmatch(name):
            self._other(name, code)

    def _print(self, code: str) -> None:
        """What is shown is read as the text of the passage is."""
        self._tell_texts(_LINK.sub("", code))
        for inner in _LINK.finditer(code):
            link = parse_link(inner["link_inner"])
            self._state.add(link.target, link.label)

    def _tell_texts(self, code: str) -> None:
        """Texts with markup in them, which lead on where they are shown."""
        if any(map(_MARKUP.search, _STRINGS.findall(code))):
            self._state.text_unknown(code)

    def _other(self, name: str, code: str) -> None:
        """A macro that is not modelled, as far as it holds others or changes variables."""
        inputs = _INPUTS.fullmatch(name)
        if not inputs and f"<</{name}" in self._state.passage.text:
            self._holding[name] += 1
        if inputs and len(ARGUMENT.findall(code)) < 4:
            self._state.change_unknown(code, tell=False)
        elif not _LATER.fullmatch(name):
            self._state.unknown(f"<<{name}>>", code)

    def _begin(self, frame: _If | _Link) -> None:
        self._open.append(frame)
        self._kinds[type(frame)] += 1

    def _end(self, kind: type) -> None:
        """Ends the nearest one of that kind, and with it what was never closed inside."""
        while self._kinds[kind]:
            frame = self._open.pop()
            self._kinds[type(frame)] -= 1
            if isinstance(frame, _If):
                self._state.condition = frame.outer
            else:
                self._state.end_click(once=frame.once)
            if isinstance(frame, kind):
                return

    def _if(self, code: str, whole: str) -> None:
        del whole
        self._begin(_If(outer=self._state.condition))
        self._branch(code)

    def _elseif(self, code: str, whole: str) -> None:
        del whole
        self._branch(code)

    def _branch(self, code: str) -> None:
        frame = self._open[-1] if self._open else None
        if isinstance(frame, _If) and frame.subject is None:
            asked = asked_in(code, self._state.passage.name) if code else ALWAYS
            self._into(frame, asked, code)

    def _into(self, frame: _If, asked: Condition, code: str) -> None:
        """Into a branch, where this is asked for and none of those before it held."""
        asked = self._state.asked(asked)
        self._state.condition = small(both(frame.outer, frame.rest, asked), code)
        frame.rest = small(both(frame.rest, negated(asked)), "else")

    def _switch(self, code: str, whole: str) -> None:
        subject = parse_expression(code, language_of(self._state.passage.name))
        self._begin(
            _If(
                outer=self._state.condition,
                subject=subject or UNSET,
                code=whole if subject else "",
            )
        )

    def _case(self, code: str, whole: str) -> None:
        frame = self._open[-1] if self._open else None
        if not isinstance(frame, _If) or frame.subject is None:
            return
        language = language_of(self._state.passage.name)
        values = [parse_expression(each, language) for each in ARGUMENT.findall(code)]
        known = [each for each in values if isinstance(each, Value)]
        if not frame.code or len(known) < len(values):
            self._into(frame, Unclear(whole), whole)
        else:
            same = [Compare(Comparison.SAME, frame.subject, each) for each in known]
            self._into(frame, one_of(*same), whole)

    def _default(self, code: str, whole: str) -> None:
        del code
        frame = self._open[-1] if self._open else None
        if isinstance(frame, _If) and frame.subject is not None:
            self._into(frame, ALWAYS, whole)

    def _link(self, code: str, whole: str) -> None:
        self._begin(_Link())
        if inner := _LINK.match(code):
            link = parse_link(inner["link_inner"])
            self._state.begin_click(link.label)
            self._state.add(link.target, jumps=True)
            self._state.set(self._changes(link.setter, whole))
            return
        if picture := _IMAGE.match(code):
            self._state.begin_click("")
            self._goto(picture[1].strip(), whole)
            return
        arguments = ARGUMENT.findall(code)
        self._state.begin_click(" ".join(string_of(each) or each for each in arguments[:1]))
        if len(arguments) > 1:
            self._goto(arguments[1], whole)

    def _more(self, code: str, whole: str) -> None:
        del whole
        self._begin(_Link(once=True))
        arguments = ARGUMENT.findall(code)
        self._state.begin_click(" ".join(string_of(each) or each for each in arguments[:1]))

    def _goto(self, code: str, whole: str) -> None:
        target = string_of(string_of(code) or "" if code[:1] == "`" else code)
        if target is None:
            self._state.target_unknown(whole)
        else:
            self._state.add(target, jumps=True, maybe=any(self._holding.values()))

    def _include(self, code: str, whole: str) -> None:
        target = string_of(code)
        if target is None:
            self._state.target_unknown(whole)
        else:
            self._state.add(target, shows=True, maybe=any(self._holding.values()))

    def _set(self, code: str, whole: str) -> None:
        settings = self._changes(code, whole)
        if any(self._holding.values()):
            self._state.spoiled |= settings.keys()
        else:
            self._state.set(settings)

    def _changes(self, code: str, whole: str) -> Mapping[str, Expression]:
        """What the code sets, as far as it is understood."""
        self._tell_texts(code)
        settings = settings_in(code, self._state.passage.name) if code else {}
        if settings is not None:
            return settings
        if may_do_more(code) or not (names := names_set_in(code)):
            self._state.change_unknown(whole, tell=may_do_more(code))
        else:
            self._state.spoiled |= names
        return {}

    def _unset(self, code: str, whole: str) -> None:
        del whole
        self._state.set(dict.fromkeys(NAME.findall(code), UNSET))

    _MACROS: ClassVar[Mapping[str, Callable[[SugarCube, str, str], None]]] = {
        "if": _if,
        "elseif": _elseif,
        "else": _elseif,
        "switch": _switch,
        "case": _case,
        "default": _default,
        "link": _link,
        "button": _link,
        "linkappend": _more,
        "linkprepend": _more,
        "linkreplace": _more,
        "goto": _goto,
        "include": _include,
        "display": _include,
        "set": _set,
        "run": _set,
        "unset": _unset,
    }
