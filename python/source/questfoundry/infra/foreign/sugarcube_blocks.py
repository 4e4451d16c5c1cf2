"""Find the parts of a SugarCube passage in whose place SugarCube shows an error."""

import re
from collections.abc import Iterator, Mapping

from attrs import define, field, frozen

from questfoundry.infra.foreign.sugarcube_code import QUOTED

VERBATIM = (
    r"^\{\{\{\n(?:(?!\}\}\}$)[^\n]*+\n)++\}\}\}$"
    r"|\{\{\{(?!(?<=^\{\{\{)\n)(?:[^{}]|\{(?!\{\{)|\}(?!\}\}))*+\}\}\}"
    r"|\"{3}(?:[^\"]|\"(?!\"\"))*+\"{3}"
    r"|(?i:<(?P<raw>nowiki|html)>(?:[^<]|<(?!/?(?:nowiki|html)>))*+</(?P=raw)>)"
    r"|/%(?:[^/%]|/(?!%)|%(?!/))*+%/|/\*(?:[^/*]|/(?!\*)|\*(?!/))*+\*/"
)
"""A pattern for text that SugarCube shows as it is written, or not at all."""

SCRIPTED = r"<<script>>(?:[^<]|<(?!</?script>>))*+<</script>>"
MACRO = (
    r"<<(?P<macro_name>/?[A-Za-z][\w-]*+|[=-])"
    rf"(?P<macro_code>(?:[^<>\"'`\\]|\\.|{QUOTED}|<(?!<)|>(?!>)|[\"'`])*+)>>"
)

# Closing tags of SugarCube before version 2.37.
_ENDS_OF_OLD = {
    f"end{name}": f"/{name}"
    for name in (
        *("if", "switch", "link", "button", "linkappend", "linkprepend", "linkreplace"),
        *("cycle", "listbox", "for", "capture", "nobr", "silently", "append", "prepend", "replace"),
        *("timed", "repeat", "widget", "script"),
    )
}
_BLOCKS = {each.removeprefix("/") for each in _ENDS_OF_OLD.values()} | {
    "silent",
    "type",
    "done",
    "do",
}
_CLAUSES = {"else": "if", "elseif": "if", "case": "switch", "default": "switch"}
_TAGS = re.compile(f"{VERBATIM}|{SCRIPTED}|{MACRO}", re.MULTILINE)


@frozen
class Refusal:
    """A part of a passage, up to the offset ``end``, that SugarCube replaces by an error."""

    code: str
    problem: str
    end: int


@define
class _Block:
    tag: re.Match[str]
    clauses: list[tuple[str, str]] = field(factory=list[tuple[str, str]])


def normalise_macro_name(name: str) -> str:
    """Return ``name`` with the closing tags of older versions in their current form."""
    return _ENDS_OF_OLD.get(name, name)


def find_refusals(text: str) -> Mapping[int, Refusal]:
    """Return what SugarCube refuses in ``text``, by the offset at which the refused part begins."""
    return dict(_iter_refusals(text)) if "<<" in text else {}


def _iter_refusals(text: str) -> Iterator[tuple[int, Refusal]]:
    open_blocks: dict[str, list[_Block]] = {name: [] for name in _BLOCKS}
    for tag in _TAGS.finditer(text):
        name = normalise_macro_name(tag["macro_name"] or "")
        if name in _BLOCKS:
            open_blocks[name].append(_Block(tag, [(name, tag["macro_code"].strip())]))
        elif around := _CLAUSES.get(name):
            if open_blocks[around]:
                open_blocks[around][-1].clauses.append((name, tag["macro_code"].strip()))
            else:
                yield tag.start(), Refusal(tag[0], f"it is not in <<{around}>>.", tag.end())
        elif name[1:] in _BLOCKS and name.startswith("/") and not tag["macro_code"].strip():
            if not open_blocks[name[1:]]:
                yield tag.start(), Refusal(tag[0], f"no <<{name[1:]}>> is open.", tag.end())
                continue
            block = open_blocks[name[1:]].pop()
            if problem := _find_problem(block.clauses):
                yield block.tag.start(), Refusal(problem[0], problem[1], tag.end())
    for name, blocks in open_blocks.items():
        for block in blocks:
            yield (
                block.tag.start(),
                Refusal(block.tag[0], f"there is no <</{name}>>.", block.tag.end()),
            )


def _find_problem(clauses: list[tuple[str, str]]) -> tuple[str, str] | None:
    if clauses[0][0] != "if":
        return None
    for place, (name, code) in enumerate(clauses, start=1):
        shown = f"<<{name} {code}>>" if code else f"<<{name}>>"
        if name == "else" and code:
            return shown, "<<else>> takes no condition; write <<elseif>>."
        if name == "else" and place < len(clauses):
            return shown, "<<else>> must be the last part of <<if>>."
        if name != "else" and not code:
            return shown, "the condition is missing."
    return None
