"""All words of GROW in one answer: titles, labels, what the story and its endings are called."""

from __future__ import annotations

from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.sections import (
    FRAME,
    frame_section,
    labels_section,
    titles_in,
    titles_section,
)
from questfoundry.app.stages.grow.views import Views
from questfoundry.app.stages.joining import joined
from questfoundry.app.stages.section import Made, Section

AT_ONCE = 48
"""For how many passages words are asked for at once."""


def names_section(views: Views, made: Made, rules: GrowRules) -> Section | None:
    """The words of the next passages and of their choices; with the last of them, of the whole."""
    titles = titles_section(views, made, rules, most=AT_ONCE)
    if titles is None:
        return None
    ids = titles.variables["ids"]
    labels = labels_section(views, made, rules, of=ids)
    is_last = len(titles_in(made)) + len(ids) == len(views.structure.passages)
    frame = frame_section(views, made, rules) if is_last and FRAME not in made else None
    asked = [each for each in (titles, labels, frame) if each]
    return joined(
        asked,
        title="GrowNames",
        template="templates/grow/names",
        variables={
            **titles.variables,
            "choices": {each["passage"].id: each["choices"] for each in labels.variables["sources"]}
            if labels
            else {},
            "labels": labels.variables["ids"] if labels else (),
            "endings": frame.variables["endings"] if frame else {},
            "cover": frame is not None and not frame.variables["named"],
        },
    )
