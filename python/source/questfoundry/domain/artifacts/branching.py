"""Define the answers about minor choices whose options can have passages of their own."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from questfoundry.domain.artifacts.grow import GrowLeaningActs, LeaningAct, LeaningOption
from questfoundry.domain.field_types import Some


class BranchingOption(LeaningOption):
    """An option that can have a passage of its own, with a title and the beat ``summary``.

    If one of the two is empty, the next passage replies to the option.
    """

    title: Annotated[str, Field(max_length=60)] = ""
    summary: Annotated[str, Field(max_length=500)] = ""


class BranchingAct(LeaningAct):
    """A minor choice whose options can have passages of their own."""

    options: Some[BranchingOption]


class GrowBranchingActs(GrowLeaningActs):
    """The minor choices for a group of passages, some with passages of their own for options."""

    acts: Annotated[Mapping[str, BranchingAct], Field(min_length=1)]
