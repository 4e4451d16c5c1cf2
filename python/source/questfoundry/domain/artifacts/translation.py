"""Define the answer of a model that translates lines of a story."""

from typing import Annotated

from pydantic import Field

from questfoundry.domain.field_types import Artifact, SomeById


class TranslatedLine(Artifact):
    """The translation of a line."""

    text: Annotated[str, Field(min_length=1, max_length=20_000)]


class TranslatedLines(Artifact):
    """The translations of several lines, by line id."""

    lines: SomeById[TranslatedLine]
