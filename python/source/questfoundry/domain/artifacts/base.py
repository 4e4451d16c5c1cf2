"""What all artifacts share: frozen, and closed against unknown fields."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Artifact(BaseModel):
    """The validated output of a stage; a model fills it, and nothing else may be in it.

    Descriptions and examples of fields live in ``prompts/fields/``, since models read them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)
