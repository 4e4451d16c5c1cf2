"""A small reader of Ren'Py's script language, which plays a script by its documentation.

It refuses every statement and text tag that the exporter does not write, and texts with brackets,
braces or percent signs that Ren'Py would read as markup. It is no proof that Ren'Py itself
accepts a file.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from attrs import frozen

from tests.support.choicescript_reader import Line, nested
from tests.support.seen import Seen, SeenPlaythrough, seen

_SAY = re.compile(r'(?P<alt>alt )?(?P<text>"(?:[^"\\]|\\["\\n])*")')
_ITEM = re.compile(r'(?P<text>"(?:[^"\\]|\\["\\n])*")(?: if (?P<condition>.+))?:')
_MEDIA = re.compile(r'scene(?: expression "images/[^"]+" at truecenter)?|play sound "audio/[^"]+"')
_MARKUP = re.compile(
    r"(?P<double>\[\[|\{\{|%%|【【)|\[story\.(?P<stat>\w+)\]|\{/?[abi](?:=[^{}]*)?\}|(?P<bad>[\[{%【])"
)


@frozen(kw_only=True)
class Script:
    """The labels of a script with their statements, and the values of the store ``story``."""

    labels: Mapping[str, tuple[Line, ...]]
    values: Mapping[str, int | bool]

    def playthroughs(self, route: Sequence[int] | None = None) -> set[SeenPlaythrough]:
        """Return all playthroughs, or the one that takes the items at the places ``route``.

        They begin after the label ``start``, which jumps to the first passage.
        """
        target = self.labels["start"][-1].text.removeprefix("jump ")
        return set(self._ways(target, dict(self.values), (), route))

    def _ways(
        self,
        label: str,
        values: dict[str, Any],
        before: tuple[Seen, ...],
        route: Sequence[int] | None,
    ) -> Iterator[SeenPlaythrough]:
        lines, menu = [*read_lines(self.labels[label], values)], self.labels[label][-2]
        items = [*read_items(menu.below, values)] if menu.text == "menu:" else []
        labels = [show(item["text"], values) for item, _ in items]
        shown = [text for text, is_closed in lines if not is_closed]
        closed = [text for text, is_closed in lines if is_closed]
        if not items:
            yield (*before, seen(shown, labels, None, closed))
        for number, (_, (*changes, jump)) in enumerate(items):
            if route is not None and number != route[len(before)]:
                continue
            after = dict(values)
            for change in changes:
                assert re.fullmatch(r"\$ story\.\w+ (= True|[+-]= \d+)", change.text), change
                story = SimpleNamespace(**after)
                exec(change.text[2:], {"story": story})
                after = vars(story)
            here = (*before, seen(shown, labels, number, closed))
            yield from self._ways(jump.text.removeprefix("jump "), after, here, route)


def read_lines(lines: Sequence[Line], values: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield the texts that a player reads, each with whether it is the text of a closed choice."""
    for line in lines:
        if line.text.startswith("if "):
            if evaluate(line.text[3:].removesuffix(":"), values):
                is_closed = line.text.startswith("if not (")
                yield from ((text, is_closed) for text, _ in read_lines(line.below, values))
        elif found := _SAY.fullmatch(line.text):
            text = show(found["text"], values)
            if not found["alt"] and text != "* * *":
                yield from ((each, False) for each in text.split("\n"))
        elif not line.text.startswith("#"):
            known = line.text in {"nvl clear", "menu:", "return"} or _MEDIA.fullmatch(line.text)
            assert known, line


def read_items(
    lines: Sequence[Line], values: Mapping[str, Any]
) -> Iterator[tuple[re.Match[str], tuple[Line, ...]]]:
    for line in lines:
        item = _ITEM.fullmatch(line.text)
        assert item, line
        if not item["condition"] or evaluate(item["condition"], values):
            yield item, line.below


def evaluate(condition: str, values: Mapping[str, Any]) -> bool:
    return bool(eval(condition, {"story": SimpleNamespace(**values)}))


def show(quoted: str, values: Mapping[str, Any]) -> str:
    """Return the text that a player reads for a string of the script, without text tags."""

    def replace(mark: re.Match[str]) -> str:
        assert not mark["bad"], quoted
        if mark["stat"]:
            return str(values[mark["stat"]])
        return mark["double"][0] if mark["double"] else ""

    return _MARKUP.sub(
        replace, re.sub(r"\\(.)", lambda c: {"n": "\n"}.get(c[1], c[1]), quoted[1:-1])
    )


def read_script(text: str) -> Script:
    """Return the script in ``text``; its variables must come before its labels."""
    statements = nested(text)
    found: dict[str, Any] = {}
    for line in statements:
        if line.text.startswith("default "):
            name, _, value = line.text.removeprefix("default story.").partition(" = ")
            found[name] = ast.literal_eval(value)
    labels = {
        line.text.removeprefix("label ").removesuffix(":"): line.below
        for line in statements
        if line.text.startswith("label ")
    }
    return Script(labels=labels, values=found)
