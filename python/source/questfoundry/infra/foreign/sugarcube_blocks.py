"""Find the parts of a SugarCube passage in whose place SugarCube shows an error."""

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field, frozen

from questfoundry.infra.foreign.source_facts import SourceFacts
from questfoundry.infra.foreign.sugarcube_code import QUOTED
from questfoundry.infra.foreign.sugarcube_rules import NEEDED, MacroRules
from questfoundry.infra.foreign.twee_passages import TweePassage

VERBATIM = (
    r"^\{\{\{\n(?:(?!\}\}\}$)[^\n]*+\n)++\}\}\}$"
    r"|\{\{\{(?!(?<=^\{\{\{)\n)(?:[^{}]|\{(?!\{\{)|\}(?!\}\}))*+\}\}\}"
    r"|\"{3}(?:[^\"]|\"(?!\"\"))*+\"{3}"
    r"|(?i:<(?P<raw>nowiki|html)>(?:[^<]|<(?!/?(?:nowiki|html)>))*+</(?P=raw)>)"
    r"|/%(?:[^/%]|/(?!%)|%(?!/))*+%/|/\*(?:[^/*]|/(?!\*)|\*(?!/))*+\*/"
)
"""A pattern for text that SugarCube shows as it is written, or not at all."""

SVG = r"(?i:<svg\b[^<>]*+>(?:[^<]|<(?!/?svg\b))*+</svg>)"
"""A pattern for a drawing, in which SugarCube reads no markup."""

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
_OPTIONS = {"option", "optionsfrom"}
_CLAUSES = {
    **dict.fromkeys(("else", "elseif"), ("if",)),
    **dict.fromkeys(("case", "default"), ("switch",)),
    **dict.fromkeys(_OPTIONS, ("cycle", "listbox")),
    "next": ("timed",),
}
# Blocks whose content runs later, if at all, or somewhere else.
_DELAYED = {
    *("link", "button", "linkappend", "linkprepend", "linkreplace", "timed", "repeat", "done"),
    *("widget", "append", "prepend", "replace"),
}
# Closing tags that do not exist; lists do not show their content, so there they cause no error.
_NO_TAGS = {f"/{each}" for each in (_CLAUSES.keys() | NEEDED.keys()) - _BLOCKS - _OPTIONS}
_TAGS = re.compile(f"{VERBATIM}|{SVG}|{SCRIPTED}|{MACRO}", re.MULTILINE)


@frozen
class Refusal:
    """A part of a passage, up to the offset ``end``, that SugarCube replaces by an error."""

    code: str
    problem: str
    end: int


def normalise_macro_name(name: str) -> str:
    """Return ``name`` with the closing tags of older versions in their current form."""
    return _ENDS_OF_OLD.get(name, name)


def find_refusals(passage: TweePassage, story: SourceFacts) -> Mapping[int, Refusal]:
    """Return what SugarCube refuses in ``passage`` of ``story``, by the offset of its beginning."""
    if "<<" not in passage.text:
        return {}
    blocks = _Blocks(MacroRules(passage, story))
    return dict(blocks.iter_refusals(passage.text))


@define
class _Block:
    tag: re.Match[str]
    problem: str
    clauses: list[tuple[str, str]]


_Place = tuple[int, Refusal]


@define
class _Blocks:
    """The blocks that are open at a place of a passage, by the name of their macro."""

    _rules: MacroRules
    _open: dict[str, list[_Block]] = field(factory=lambda: {name: [] for name in _BLOCKS})

    def iter_refusals(self, text: str) -> Iterator[_Place]:
        """Yield each refused part of ``text`` and its offset."""
        for tag in _TAGS.finditer(text):
            name = normalise_macro_name(tag["macro_name"] or "")
            code = (tag["macro_code"] or "").strip()
            if parents := _CLAUSES.get(name):
                yield from self._add_clause(parents, name, code, tag)
            elif name[1:] in _BLOCKS and name.startswith("/") and not code:
                yield from self._close(name[1:], tag)
            elif name in _BLOCKS:
                self._open[name].append(_Block(tag, self._judge(name, code), [(name, code)]))
            elif name in _NO_TAGS:
                yield _refuse(tag, "this macro has no closing tag.")
            elif problem := self._judge(name, code):
                yield _refuse(tag, problem)
        for name, blocks in self._open.items():
            for block in blocks:
                yield _refuse(block.tag, f"there is no <</{name}>>.")

    def _judge(self, name: str, code: str) -> str:
        is_delayed = any(self._open[each] for each in _DELAYED)
        return self._rules.find_problem(name, code, is_delayed=is_delayed)

    def _add_clause(
        self, parents: Sequence[str], name: str, code: str, tag: re.Match[str]
    ) -> Iterator[_Place]:
        around = [each for parent in parents for each in self._open[parent][-1:]]
        if around:
            max(around, key=lambda each: each.tag.start()).clauses.append((name, code))
        else:
            yield _refuse(tag, f"it is not in {' or '.join(f'<<{each}>>' for each in parents)}.")

    def _close(self, name: str, tag: re.Match[str]) -> Iterator[_Place]:
        if not self._open[name]:
            yield _refuse(tag, f"no <<{name}>> is open.")
            return
        block = self._open[name].pop()
        found = self._rules.find_clause_problem(block.clauses)
        code, problem = (block.tag[0], block.problem) if block.problem else found or ("", "")
        if problem:
            yield block.tag.start(), Refusal(code, problem, tag.end())


def _refuse(tag: re.Match[str], problem: str) -> _Place:
    return tag.start(), Refusal(tag[0], problem, tag.end())
