"""Find why SugarCube shows an error in the place of a macro: its arguments, parts or elements."""

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.infra.foreign.source_facts import SourceFacts
from questfoundry.infra.foreign.sugarcube_code import ARGUMENT, QUOTED
from questfoundry.infra.foreign.sugarcube_elements import find_selected_id
from questfoundry.infra.foreign.twee_passages import TweePassage

_LABEL, _SELECTOR, _PASSAGE = ("text of the link",), ("selector",), ("name of the passage",)
_NAME, _TIME = ("name of the variable",), ("time",)
_CODE, _CONDITION = ("expression",), ("condition",)
NEEDED: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("append", "prepend", "replace", "copy", "remove", "removeclass"), _SELECTOR),
    **dict.fromkeys(("addclass", "toggleclass"), (*_SELECTOR, "class")),
    **dict.fromkeys(("link", "button", "linkappend", "linkprepend", "linkreplace"), _LABEL),
    **dict.fromkeys(("goto", "include", "display", "choice"), _PASSAGE),
    **dict.fromkeys(("set", "run", "print", "=", "-", "switch"), _CODE),
    **dict.fromkeys(("unset", "capture", "cycle", "listbox"), _NAME),
    **dict.fromkeys(("textbox", "textarea", "numberbox"), (*_NAME, "default value")),
    "checkbox": (*_NAME, "unchecked value", "checked value"),
    "radiobutton": (*_NAME, "checked value"),
    **dict.fromkeys(("timed", "repeat"), _TIME),
    "widget": ("name of the widget",),
    **dict.fromkeys(("option", "case"), ("value",)),
    **dict.fromkeys(("if", "elseif"), _CONDITION),
    "audio": ("name of the track", "action"),
    "cacheaudio": ("name of the track", "file"),
}
"""The arguments without which each macro shows an error, in order."""

_OFFERED = {"switch": "<<case>>", "cycle": "<<option>>", "listbox": "<<option>>"}
_COMPUTED = re.compile(r"[`$_]|(?:setup|settings)\.")
_DURATION = re.compile(r"([\"']?)[+-]?(?:\d*\.)?\d+m?s\1(?=\s|\Z)", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"[^!=&^|<>*/%+-]=[^=>]|(?<![\w$.])to\b")
_WORDS = r"to|is|isnot|eq|neq|gte?|lte?|and|or"
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_ASSIGNED = "a condition cannot set a variable. Compare with is."
_CUT = re.compile(
    rf"\s*(?:{_WORDS})(?![\w$.(]).*|.*(?:(?<![\w$.])(?:{_WORDS}|not)|(?<!\+)\+|(?<!-)-|[*%=<&|!,])\s*",
    re.DOTALL,
)


@frozen
class MacroRules:
    """The rules for the macros of one passage in one story."""

    passage: TweePassage
    story: SourceFacts

    def find_problem(self, name: str, code: str, *, is_delayed: bool) -> str:
        """Return why SugarCube refuses the macro ``name`` with the arguments ``code``, or "".

        ``is_delayed``: whether the macro may run after the passage is on the page.
        """
        needed = NEEDED.get(name, ())
        given = len(ARGUMENT.findall(code)) if len(needed) > 1 else bool(code)
        if given < len(needed):
            return f"the {needed[given]} is missing."
        if needed is _TIME and not (_COMPUTED.match(code) or _DURATION.match(code)):
            return "a time is a number and a unit, such as 2s or 500ms."
        if needed[:1] == _SELECTOR and (selected := find_selected_id(code)):
            return self._find_missing_element(selected, is_delayed=is_delayed)
        return self._find_fault(code, needed) if needed in (_CODE, _CONDITION) else ""

    def find_clause_problem(self, clauses: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
        """Return the part of a block that SugarCube refuses and why, or ``None``.

        ``clauses``: the names and arguments of the block's macro and of its parts.
        """
        parent, own = clauses[0]
        for place, (name, code) in enumerate(clauses[1:], start=2):
            shown = f"<<{name} {code}>>" if code else f"<<{name}>>"
            if problem := self.find_problem(name, code, is_delayed=False):
                return shown, problem
            if name == "else" and code:
                return shown, "<<else>> takes no condition; write <<elseif>>."
            if name == "default" and code:
                return shown, "<<default>> takes no value; write <<case>>."
            if name in ("else", "default") and place < len(clauses):
                return shown, f"<<{name}>> must be the last part of <<{parent}>>."
        if len(clauses) == 1 and (part := _OFFERED.get(parent)):
            return f"<<{parent} {own}>>", f"it has no {part}."
        return None

    def _find_missing_element(self, selected: str, *, is_delayed: bool) -> str:
        places = (self.story.elements or {}).get(selected)
        if places is None:
            return ""
        if not places:
            return f"no element has the id {selected!r}."
        if is_delayed or places != {self.passage.name} or self.passage.name in self.passage.text:
            return ""
        return "its element is not on the page yet. Put the macro into <<timed 0s>>."

    def _find_fault(self, code: str, needed: Sequence[str]) -> str:
        bare = re.sub(QUOTED, '""', code, flags=re.DOTALL)
        if _CUT.fullmatch(bare):
            return "the expression is not complete."
        # A slash may begin a regular expression, in which brackets need not match.
        if "/" not in bare and any(bare.count(one) != bare.count(two) for one, two in _BRACKETS):
            return "a bracket is missing."
        is_refused = needed is _CONDITION and self.story.is_assignment_refused
        return _ASSIGNED if is_refused and _ASSIGNMENT.search(bare) else ""
