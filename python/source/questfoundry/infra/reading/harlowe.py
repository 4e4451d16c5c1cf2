"""Harlowe's macros, ``(name: ...)``; what a hook holds is text like any other."""

from __future__ import annotations

import re
from re import Match
from typing import ClassVar

from questfoundry.infra.reading.dialect import Dialect

_STRING = r"(?:\"([^\"\\\n]*+)\"|'([^'\\\n]*+)')"
_ONE = re.compile(rf"\s*+{_STRING}\s*+\)")
_TWO = re.compile(rf"\s*+{_STRING}\s*+,\s*+{_STRING}\s*+\)")

# Dashes and case make no difference in names.
_CONDITIONS = re.compile(r"if|unless|elseif|switch|cond|hidden|show|hide")
_JUMPS = re.compile(r"goto|linkgoto|linkrevealgoto")
_LEADS = re.compile(r"undo|linkundo|redirect|clickgoto|mouseovergoto|mouseoutgoto")
_CHANGES = re.compile(r"set|put|move|inputbox|forceinputbox|checkbox|dropdown|cyclinglink")
_HARMLESS = re.compile(
    r"else|print|css|textstyle|textcolour|textcolor|colour|background|bg|font|align|box"
    r"|transition|t8n|transitiontime|t8ntime|hoverstyle|link|linkreplace|linkreveal"
    r"|linkrepeat|linkrerun|click|append|prepend|replace|restart|reload|opacity|textsize"
)


class Harlowe(Dialect):
    """Jumps with the name of a passage are ways; conditions and variables are not modelled."""

    marks: ClassVar = {"hooked": r"\((?P<hook_name>[A-Za-z][\w-]*+):"}

    def take(self, mark: Match[str]) -> None:
        """See the class."""
        name = re.sub("[-_]", "", mark["hook_name"].lower())
        shown = f"({mark['hook_name']}:)"
        if _JUMPS.fullmatch(name) or name == "display":
            self._lead(mark, shown, shows=name == "display")
        elif _CONDITIONS.fullmatch(name):
            self._sheet.condition_unknown(shown)
        elif _LEADS.fullmatch(name):
            self._sheet.target_unknown(shown)
        elif _CHANGES.fullmatch(name):
            self._sheet.change_unknown(shown)
        elif not _HARMLESS.fullmatch(name):
            self._sheet.unknown(shown)

    def _lead(self, mark: Match[str], shown: str, *, shows: bool) -> None:
        if two := _TWO.match(mark.string, mark.end()):
            self._sheet.add(two[3] or two[4] or "", two[1] or two[2] or "")
        elif one := _ONE.match(mark.string, mark.end()):
            target = one[1] or one[2] or ""
            self._sheet.add(target, "" if shows else target, shows=shows)
        else:
            self._sheet.target_unknown(shown)
