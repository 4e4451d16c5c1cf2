"""How the embedded model is led through an artifact: the guides in ``prompts/local/``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from questfoundry.domain.errors import PromptError
from questfoundry.domain.protocols.prompts import PromptRepository

_FOLDER = "local"


class _Words(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Guide(_Words):
    """How one field is filled; the first of these that is given decides.

    ``fixed`` is the value itself. ``cases`` picks another guide by the value of the field
    ``depends_on``, which stands earlier. ``choose`` maps each possible value to words that
    are compared with the author's. ``begins`` are the first words of sentences that the
    model finishes, in answer to ``ask``; ``opening`` stands before them as it is.
    ``take`` is the length of a list, ``each`` guides its items and the values of an object
    whose keys are ids, ``fields`` the fields of an object.
    """

    fixed: Any = None
    depends_on: str | None = None
    cases: dict[str, Guide] = Field(default_factory=dict)
    choose: dict[str, str] = Field(default_factory=dict)
    opening: str = ""
    ask: str = "{description}"
    begins: tuple[str, ...] = ()
    take: int | None = None
    each: Guide | None = None
    fields: dict[str, Guide] = Field(default_factory=dict)

    def given(self, earlier: Mapping[str, Any]) -> Guide:
        """The guide of the case that holds, or this one."""
        return self.cases.get(str(earlier.get(self.depends_on or "")), self)


class LocalWording(_Words):
    """Words that all guides share: ``default.yaml``.

    ``unguided`` leads a sentence where no guide does. ``guides`` names the artifacts that
    have a guide of their own.
    """

    system: str
    question: str
    unguided: Guide
    guides: tuple[str, ...] = ()

    @classmethod
    def load(cls, prompts: PromptRepository) -> Self:
        """The shared words."""
        return _parsed(cls, prompts, "default")

    def guide(self, prompts: PromptRepository, title: str) -> Guide:
        """The guide for the schema called ``title``; an empty one where it has no file."""
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", title).lower()
        return _parsed(Guide, prompts, name) if name in self.guides else Guide()


_W = TypeVar("_W", bound=_Words)


def _parsed(kind: type[_W], prompts: PromptRepository, name: str) -> _W:
    try:
        return kind.model_validate(prompts.wording(f"{_FOLDER}/{name}"))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise PromptError(
            f"prompts/{_FOLDER}/{name}.yaml cannot be used: {where}: {first['msg']}. "
            "Correct that entry, or remove your copy of the file."
        ) from error
