"""Harlowe's macros, ``(name: ...)``; what a hook holds is text like any other."""

from __future__ import annotations

import re
from re import Match
from typing import ClassVar

from questfoundry.infra.reading.parser_state import TwineDialect

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


class Harlowe(TwineDialect):
    """Jumps with the name of a passage are choices; conditions and variables are not modelled."""

    tokens: ClassVar = {"hooked": r"\((?P<hook_name>[A-Za-z][\w-]*+):"}

    def take(self, token: Match[str]) -> None:
        """See the class."""
        name = re.sub("[-_]", "", token["hook_name"].lower())
        shown = f"({token['hook_name']}:)"
        if _JUMPS.fullmatch(name) or name == "display":
            self._lead(token, shown, shows=name == "display")
        elif _CONDITIONS.fullmatch(name):
            self._state.condition_unknown(shown)
        elif _LEADS.fullmatch(name):
            self._state.target_unknown(shown)
        elif _CHANGES.fullmatch(name):
            self._state.change_unknown(shown)
        elif not _HARMLESS.fullmatch(name):
            self._state.unknown(shown)

    def _lead(self, token: Match[str], shown: str, *, shows: bool) -> None:
        if two := _TWO.match(token.string, token.end()):
            self._state.add(two[3] or two[4] or "", two[1] or two[2] or "")
        elif one := _ONE.match(token.string, token.end()):
            target = one[1] or one[2] or ""
            self._state.add(target, "" if shows else target, shows=shows)
        else:
            self._state.target_unknown(shown)
