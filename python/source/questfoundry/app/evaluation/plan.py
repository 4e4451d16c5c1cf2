"""Define the plan of an evaluation: ideas, models, and editions of prompts or settings."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from attrs import frozen
from pydantic import Field, ValidationError

from questfoundry.domain.errors import InputError
from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.ids import slugify
from questfoundry.domain.story.size import Size
from questfoundry.domain.text.validation import describe_first

_NAME = r"^[a-z0-9][a-z0-9-]{0,39}$"
_OWN_KEYS = ("language", "name", "providers", "size")


class EvaluationEdition(FrozenModel):
    """An edition of the program's texts: a folder of prompts, and settings of ``project.yaml``.

    ``prompts``: the folder, relative to the plan; its files replace shipped prompts.
    """

    prompts: str = ""
    settings: Mapping[str, Any] = Field(default_factory=dict)


class EvaluationPlan(FrozenModel):
    """The plan of an evaluation; each idea becomes a story with each model and each edition."""

    size: Size = Size.MICRO
    models: tuple[str, ...] = Field(min_length=1)
    editions: Mapping[Annotated[str, Field(pattern=_NAME)], EvaluationEdition] = Field(min_length=1)
    ideas: tuple[str, ...] = Field(min_length=1)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, name: str) -> "EvaluationPlan":
        """Return the plan in ``data``; the ``InputError`` for an invalid plan names the file."""
        try:
            plan = cls.model_validate(dict(data))
        except ValidationError as problem:
            raise InputError(f"{name}: {describe_first(problem)} Correct the file.") from None
        for edition, each in plan.editions.items():
            if taken := next((key for key in _OWN_KEYS if key in each.settings), None):
                raise InputError(
                    f"{name}: editions.{edition}.settings.{taken} is set by the evaluation itself. "
                    "Remove it."
                )
        return plan

    def list_cases(self) -> Iterator["EvaluationCase"]:
        """Yield all stories of the evaluation, idea by idea."""
        for number, idea in enumerate(self.ideas, start=1):
            for model in self.models:
                for edition in self.editions:
                    yield EvaluationCase(edition=edition, model=model, number=number, idea=idea)


@frozen(kw_only=True)
class EvaluationCase:
    """One story of an evaluation; ``number`` is that of its idea, from 1."""

    edition: str
    model: str
    number: int
    idea: str

    @property
    def folder(self) -> str:
        """The path of the story's project below the folder of the evaluation."""
        return f"stories/{self.edition}/{slugify(self.model, 60)}/{self.number:02}"
