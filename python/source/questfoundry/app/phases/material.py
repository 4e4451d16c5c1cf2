"""Select excerpts of the author's reference texts for a request, and mark them as quotations.

The marks keep a model from reading these texts, the material, as instructions.
"""

import re
from collections.abc import Sequence

from attrs import frozen

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.models.traits import Capabilities, ModelTraits, PromptStyle
from questfoundry.domain.outline.material_parts import (
    BIBLE,
    OUTLINE,
    SAMPLES,
    Material,
    MaterialPart,
    parts_of,
    select_relevant,
)
from questfoundry.domain.protocols.provider import PromptRepository

MAX_TOKENS = 6000
"""The token limit of material in a discussion, for any model."""

MAX_PASSAGE_TOKENS = 1500
"""The token limit of material in a passage's request; it is low because of the many passages."""

MAX_SAMPLE_TOKENS = 1000
"""The token limit of the author's prose samples."""

_TEMPLATE = "templates/material"
_MARK = re.compile(r"<(?=\s*/?\s*material\b)", re.IGNORECASE)
_SHARE = 8


@frozen(kw_only=True)
class MaterialUse:
    """The names of the parts of the author's material that a request includes or omits."""

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
    """Return the parts of the author's bible and outline that match ``query``, as prompt text.

    The bible describes the story world. ``limit`` is the maximum length in tokens. With
    ``for_prose``, the author's prose samples replace the outline. Return "" if there is no such
    material, or if the model needs short prompts.
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
    """Return the maximum number of tokens that the author's material may take in one request."""
    return min(MAX_TOKENS, capabilities.context_window // _SHARE)


def list_rules(material: Material) -> list[dict[str, str]]:
    """Return the parts of the author's bible that contain rules, as ``page`` and ``text``."""
    return _escape_parts(
        [part for part in parts_of(material.select_folders(BIBLE)) if part.has_rules]
    )


def find_material_use(request: ChatRequest, material: Material) -> MaterialUse:
    """Return the names of the parts of ``material`` that ``request`` includes or omits."""
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
    """Escape markup, so that a part cannot end the quotation that contains the part."""
    return [
        {"page": re.sub(r'[<>"\s]+', " ", each.page), "text": _MARK.sub("(", each.text)}
        for each in parts
    ]
