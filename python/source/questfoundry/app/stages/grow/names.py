"""All texts of GROW in one request: titles, labels, the title of the story, names of endings.

Minor choices are added to the request if everything fits, so that the passages are sent only once.
"""

from __future__ import annotations

from typing import Any

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.sections import (
    Texts,
    build_frame_section,
    build_labels_section,
    build_titles_section,
)
from questfoundry.app.stages.grow.views import Views
from questfoundry.app.stages.section import Section

BATCH_SIZE = 48
"""The number of passages whose texts are requested together."""


def build_names_section_with_minor_choices(
    views: Views, texts: Texts, rules: GrowRules, acts: Section[Any]
) -> Section[Any] | None:
    """Build the section with all texts of the story and its minor choices, or ``None``.

    ``views`` shows the structure without minor choices, which add and change no passages. Return
    ``None`` if not everything fits in one answer.
    """
    everywhere = len(acts.variables["meetings"]) == len(views.single_exit_passages)
    if not everywhere or len(views.structure.passages) > BATCH_SIZE:
        return None
    return build_names_section(views, texts, rules, acts)


def build_names_section(
    views: Views, texts: Texts, rules: GrowRules, acts: Section[Any] | None = None
) -> Section[Any] | None:
    """Build the section with titles and labels of the next passages.

    Return ``None`` if all passages have titles. The last such section includes the texts of the
    whole story.
    """
    titles = build_titles_section(views, texts, rules, most=BATCH_SIZE)
    if titles is None:
        return None
    ids = titles.variables["ids"]
    labels = build_labels_section(views, texts, rules, of=ids)
    is_last = len(texts.titles) + len(ids) == len(views.structure.passages)
    frame = build_frame_section(views, rules) if is_last else None
    parts = [each for each in (acts, titles, labels, frame) if each]
    return batch(
        parts,
        title="GrowNames",
        has_field_descriptions=True,
        template="templates/grow/names",
        variables={
            **titles.variables,
            "choices": {each["passage"].id: each["choices"] for each in labels.variables["sources"]}
            if labels
            else {},
            "labels": labels.variables["ids"] if labels else (),
            "meetings": {each.passage.id: each for each in acts.variables["meetings"]}
            if acts
            else {},
            "endings": frame.variables["endings"] if frame else {},
            "cover": frame is not None and not frame.variables["named"],
        },
    )
