"""How the command line says what a model did not follow."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from questfoundry.cli.documents import select_fields
from questfoundry.cli.text import clip, one_line
from questfoundry.domain.languages import format_language
from questfoundry.domain.unmet_request import UnmetKind, UnmetRequest

_MARKS = re.compile(r"^(?:[-*+•]|\d+[.)])\s+|\*\*|__")
"""Of Markdown; what is quoted is a text."""

_MOST, _LONGEST = 6, 60
"""How much of an outline is quoted: so many of its points, and so many letters of each."""


def unmet_lines(unmet: Iterable[UnmetRequest]) -> list[str]:
    """A line for each language and wish, and one each for names and what an outline says."""
    found = list(dict.fromkeys(unmet))
    asked = {kind: [each.asked for each in found if each.kind is kind] for kind in UnmetKind}
    lines = [_line(each) for each in found if each.kind in {UnmetKind.LANGUAGE, UnmetKind.WISH}]
    if names := asked[UnmetKind.NAME]:
        lines.append(f"Named by you, and nobody's name in the story: {', '.join(names)}.")
    if left_out := asked[UnmetKind.POINT]:
        models = {each.model for each in found if each.kind is UnmetKind.POINT}
        lines.append(
            f"Left out of your outline by {' and '.join(sorted(models))}, as far as words show: "
            f"{_quoted(left_out)}."
        )
    if moved := asked[UnmetKind.ORDER]:
        lines.append(f"In another order than in your outline: {_quoted(moved)}.")
    return lines


def _quoted(points: list[str]) -> str:
    plain = (_MARKS.sub("", one_line(each)) for each in points[:_MOST])
    shown = [f'"{clip(each, _LONGEST)}"' for each in plain]
    more = len(points) - len(shown)
    return "; ".join((*shown, *([f"and {more} more"] if more else [])))


def unmet_document(unmet: Iterable[UnmetRequest]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [select_fields(each, "kind", "model", "asked") for each in unmet]


def _line(unmet: UnmetRequest) -> str:
    if unmet.kind is UnmetKind.LANGUAGE:
        return (
            f"{unmet.model} writes {format_language(unmet.instead)} only: this is not in "
            f"{format_language(unmet.asked)}. A larger model writes it."
        )
    return (
        f"{unmet.model} follows no wish; at most names, places and a tone are taken from it: "
        f"{unmet.asked!r}. A larger model follows it."
    )
