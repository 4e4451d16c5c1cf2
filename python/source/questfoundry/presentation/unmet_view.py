"""Format messages about the author's requests that a model did not fulfil, such as notes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.text.wording import format_language
from questfoundry.presentation.text import clip, join_lines, select_fields

if TYPE_CHECKING:
    from questfoundry.domain.run.unmet_request import UnmetRequest

_MARKS = re.compile(r"^(?:[-*+•]|\d+[.)])\s+|\*\*|__")  # Markdown marks to remove
_MOST, _LONGEST = 6, 60
"""The maximum number of outline points to quote, and of terminal cells for each point."""


def format_unmet(unmet: Iterable[UnmetRequest]) -> list[str]:
    """Return lines about unmet requests; one line holds all names, another all outline points."""
    found = list(dict.fromkeys(unmet))
    asked = {kind: [each.asked for each in found if each.kind is kind] for kind in UnmetKind}
    lines = [_line(each) for each in found if each.kind in {UnmetKind.LANGUAGE, UnmetKind.WISH}]
    if names := asked[UnmetKind.NAME]:
        lines.append(f"Names you gave that the story does not use: {', '.join(names)}.")
    if left_out := asked[UnmetKind.POINT]:
        models = {each.model for each in found if each.kind is UnmetKind.POINT}
        lines.append(
            f"Outline points that {' and '.join(sorted(models))} left out, judging by the words: "
            f"{_list_points(left_out)}."
        )
    if moved := asked[UnmetKind.ORDER]:
        lines.append(f"Outline points in a different order: {_list_points(moved)}.")
    return lines


def _list_points(points: list[str]) -> str:
    plain = (_MARKS.sub("", join_lines(each)) for each in points[:_MOST])
    shown = [f'"{clip(each, _LONGEST)}"' for each in plain]
    more = len(points) - len(shown)
    return "; ".join((*shown, *([f"and {more} more"] if more else [])))


def unmet_document(unmet: Iterable[UnmetRequest]) -> list[dict[str, Any]]:
    """Return the unmet requests as JSON data."""
    return [select_fields(each, "kind", "model", "asked") for each in unmet]


def _line(unmet: UnmetRequest) -> str:
    if unmet.kind is UnmetKind.LANGUAGE:
        return (
            f"{unmet.model} writes only {format_language(unmet.instead)}, so this is not in "
            f"{format_language(unmet.asked)}. Use a larger model."
        )
    return (
        f"{unmet.model} does not follow notes; at most, it uses names, places and the tone of "
        f"yours: {unmet.asked!r}. Use a larger model."
    )
