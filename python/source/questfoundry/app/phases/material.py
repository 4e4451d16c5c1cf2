"""What of the author's material stands in a request, in words that part it from the request."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.material import (
    BIBLE,
    OUTLINE,
    SAMPLES,
    Material,
    MaterialPart,
    parts_of,
    select_relevant,
)
from questfoundry.domain.models.traits import Capabilities, ModelTraits, PromptStyle
from questfoundry.domain.protocols import PromptRepository

MAX_TOKENS = 6000
"""The most of it in a talk, whatever a model could read."""

MAX_PASSAGE_TOKENS = 1500
"""The most of it in the request for a passage: all of them pay for it."""

MAX_SAMPLE_TOKENS = 1000
"""The most of the author's own prose."""

_TEMPLATE = "templates/material"
_MARK = re.compile(r"<(?=\s*/?\s*material\b)", re.IGNORECASE)
_SHARE = 8


@frozen(kw_only=True)
class MaterialUse:
    """The names of the parts that a request holds, and of those that it does not."""

    included: tuple[str, ...]
    left_out: tuple[str, ...]


def render_material(
    query: str,
    material: Material,
    prompts: PromptRepository,
    traits: ModelTraits,
    *,
    limit: int = MAX_TOKENS,
    for_prose: bool = False,
) -> str:
    """The bible with the outline, or of who writes ``prose`` with samples; empty without any.

    A model with short prompts is shown none of it.
    """
    pages = material.select_folders(BIBLE, *(() if for_prose else (OUTLINE,)))
    samples = material.select_folders(SAMPLES) if for_prose else ()
    if traits.profile.prompt_style is not PromptStyle.FULL or not (pages or samples):
        return ""
    room = get_material_limit(traits.capabilities)
    excerpts = select_relevant(pages, query, min(limit, room))
    sample_excerpts = select_relevant(samples, query, min(MAX_SAMPLE_TOKENS, room))
    shown = {
        "known": _escape_parts(excerpts.parts),
        "samples": _escape_parts(sample_excerpts.parts),
    }
    return prompts.render(_TEMPLATE, shown)["shown"] if any(shown.values()) else ""


def get_material_limit(capabilities: Capabilities) -> int:
    """Tokens of it in a request to such a model, at the most."""
    return min(MAX_TOKENS, capabilities.context_window // _SHARE)


def list_rules(material: Material) -> list[dict[str, str]]:
    """What stands below the headings of rules in the bible, for who reads the whole."""
    return _escape_parts(
        [part for part in parts_of(material.select_folders(BIBLE)) if part.has_rules]
    )


def find_material_use(request: ChatRequest, material: Material) -> MaterialUse:
    """Which parts of the material stand in a request, and which do not."""
    request_text = "\n".join(message.content for message in request.messages)
    parts = parts_of(material.pages)
    quoted = [
        (part, each["text"] in request_text)
        for part, each in zip(parts, _escape_parts(parts), strict=True)
    ]
    return MaterialUse(
        included=tuple(dict.fromkeys(str(part) for part, is_in in quoted if is_in)),
        left_out=tuple(dict.fromkeys(str(part) for part, is_in in quoted if not is_in)),
    )


def _escape_parts(parts: Sequence[MaterialPart]) -> list[dict[str, str]]:
    """The parts as they can stand between marks that none of them can close."""
    return [
        {"page": re.sub(r'[<>"\s]+', " ", each.page), "text": _MARK.sub("(", each.text)}
        for each in parts
    ]
