"""How the command line says what a model did not follow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from questfoundry.cli.documents import picked
from questfoundry.domain.languages import named
from questfoundry.domain.unmet import Unmet, UnmetKind


def unmet_lines(unmet: Iterable[Unmet]) -> list[str]:
    """A line for each language and wish, and one for all names."""
    found = list(dict.fromkeys(unmet))
    names = [each.asked for each in found if each.kind is UnmetKind.NAME]
    return [
        *(_line(each) for each in found if each.kind is not UnmetKind.NAME),
        *([f"Named by you, and nobody's name in the story: {', '.join(names)}."] * bool(names)),
    ]


def unmet_document(unmet: Iterable[Unmet]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [picked(each, "kind", "model", "asked") for each in unmet]


def _line(unmet: Unmet) -> str:
    if unmet.kind is UnmetKind.LANGUAGE:
        return (
            f"{unmet.model} writes {named(unmet.instead)} only: this is not in "
            f"{named(unmet.asked)}. A larger model writes it."
        )
    return (
        f"{unmet.model} follows no wish; at most names, places and a tone are taken from it: "
        f"{unmet.asked!r}. A larger model follows it."
    )
