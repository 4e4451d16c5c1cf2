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

MOST_TOKENS = 6000
"""The most of it in a talk, whatever a model could read."""

MOST_IN_A_PASSAGE = 1500
"""The most of it in the request for a passage: all of them pay for it."""

MOST_OF_SAMPLES = 1000
"""The most of the author's own prose."""

_TEMPLATE = "templates/material"
_MARK = re.compile(r"<(?=\s*/?\s*material\b)", re.IGNORECASE)
_SHARE = 8


@frozen(kw_only=True)
class Told:
    """The names of the parts that a request holds, and of those that it does not."""

    included: tuple[str, ...]
    left_out: tuple[str, ...]


def material_for(
    asked: str,
    material: Material,
    prompts: PromptRepository,
    traits: ModelTraits,
    *,
    most: int = MOST_TOKENS,
    prose: bool = False,
) -> str:
    """The bible with the outline, or of who writes ``prose`` with samples; empty without any.

    A model with short prompts is shown none of it.
    """
    pages = material.select_folders(BIBLE, *(() if prose else (OUTLINE,)))
    samples = material.select_folders(SAMPLES) if prose else ()
    if traits.profile.prompt_style is not PromptStyle.FULL or not (pages or samples):
        return ""
    room = most_in_a_talk(traits.capabilities)
    known = select_relevant(pages, asked, min(most, room))
    voice = select_relevant(samples, asked, min(MOST_OF_SAMPLES, room))
    shown = {"known": _quoted(known.parts), "samples": _quoted(voice.parts)}
    return prompts.render(_TEMPLATE, shown)["shown"] if any(shown.values()) else ""


def most_in_a_talk(able: Capabilities) -> int:
    """Tokens of it in a request to such a model, at the most."""
    return min(MOST_TOKENS, able.context_window // _SHARE)


def rules_of(material: Material) -> list[dict[str, str]]:
    """What stands below the headings of rules in the bible, for who reads the whole."""
    return _quoted([part for part in parts_of(material.select_folders(BIBLE)) if part.has_rules])


def told_in(request: ChatRequest, material: Material) -> Told:
    """Which parts of the material stand in a request, and which do not."""
    said = "\n".join(message.content for message in request.messages)
    parts = parts_of(material.pages)
    quoted = [
        (part, each["text"] in said) for part, each in zip(parts, _quoted(parts), strict=True)
    ]
    return Told(
        included=tuple(dict.fromkeys(str(part) for part, is_in in quoted if is_in)),
        left_out=tuple(dict.fromkeys(str(part) for part, is_in in quoted if not is_in)),
    )


def _quoted(parts: Sequence[MaterialPart]) -> list[dict[str, str]]:
    """The parts as they can stand between marks that none of them can close."""
    return [
        {"page": re.sub(r'[<>"\s]+', " ", each.page), "text": _MARK.sub("(", each.text)}
        for each in parts
    ]
