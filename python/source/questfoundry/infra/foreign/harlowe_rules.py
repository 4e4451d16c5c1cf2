"""Find why Harlowe shows an error in the place of a macro: a value is missing, or code is cut."""

import re
from collections.abc import Mapping

from questfoundry.infra.foreign.harlowe_code import STRING
from questfoundry.infra.foreign.harlowe_hooks import normalise_hook_name

_CHANGES = ("append", "prepend", "replace")
_CLICKS = ("click", "mouseover", "mouseout")
_NEEDED: Mapping[str, str] = {
    **dict.fromkeys(("if", "unless", "elseif", "event"), "condition"),
    **dict.fromkeys(("set", "put", "move"), "assignment"),
    **dict.fromkeys(("goto", "display"), "name of the passage"),
    **dict.fromkeys(("link", "linkreplace", "linkreveal", "linkrepeat"), "text of the link"),
    **dict.fromkeys(("linkgoto", "linkundo", "linkrevealgoto", "linkshow"), "text of the link"),
    **dict.fromkeys((*_CHANGES, *_CLICKS), "name of the hook"),
    **dict.fromkeys((f"{one}{two}" for one in _CLICKS for two in _CHANGES), "name of the hook"),
    **dict.fromkeys(("textstyle", "textcolour", "textcolor", "colour", "font", "css"), "style"),
    **dict.fromkeys(("align", "transition", "t8n", "hook"), "value"),
    **dict.fromkeys(("print", "num", "number", "round"), "value"),
    **dict.fromkeys(("uppercase", "lowercase", "cond", "for"), "value"),
    **dict.fromkeys(("dropdown", "cyclinglink", "savegame", "loadgame"), "value"),
}
"""The part that each macro requires, in all versions from Harlowe 2 on."""

_EXPRESSIONS = {"if", "unless", "elseif", "print", "set", "put"}
_CUT = re.compile(
    r".*(?:(?<![\w$.?'-])(?<!'s\s)(?:is|is\s+(?:not\s+)?in|and|or|contains)|[+*/<>-])", re.DOTALL
)
_NO_ASSIGNMENT = re.compile(
    r'(?:[$_][A-Za-z_]\w*|\d+|"")?(?:\s*(?<![$_.\w])(?:to|into))?|(?:to|into)\s.*', re.DOTALL
)


def find_problem(name: str, code: str, *, is_first: bool) -> str:
    """Return why Harlowe refuses the macro ``name`` with the values in ``code``, or "".

    ``is_first``: whether no hook is before the macro in the passage, or in the hook around it.
    """
    plain, bare = normalise_hook_name(name), re.sub(STRING, '""', code, flags=re.DOTALL).strip()
    if plain in _NEEDED and not bare:
        return f"the {_NEEDED[plain]} is missing."
    if plain in ("set", "put") and _NO_ASSIGNMENT.fullmatch(bare):
        return "the assignment is not complete. Write (set: $name to value)."
    if plain in _EXPRESSIONS and _CUT.fullmatch(bare):
        return "the expression is not complete."
    if plain == "else" and bare:
        return "(else:) takes no condition; write (else-if:)."
    if plain in ("else", "elseif") and is_first:
        return "no hook with a condition is before it."
    return ""
