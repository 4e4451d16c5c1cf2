"""The conversion of options and settings into typed inputs, checked before any model call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RunPipeline
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.shape import counts_of
from questfoundry.infra.storage.material_files import read_material

if TYPE_CHECKING:
    from questfoundry.composition.settings.settings import ProjectSettings


def build_stage_inputs(
    settings: ProjectSettings,
    *,
    idea: str = "",
    remark: str = "",
    interactive: bool = False,
    max_turns: int | None = None,
    attempts: int | None = None,
    size: str | None = None,
    shape: str | None = None,
    language: str | None = None,
    review: bool | str | None = None,
    questions: bool | None = None,
    acts: bool | None = None,
    chapter: int | None = None,
    seed: int | None = None,
) -> StageInputs:
    """Build the inputs of a stage from the parameters, with the project's settings as defaults.

    Raise ``InputError`` for invalid values, a size that the shape does not allow, or a file of the
    author's material that cannot be read.
    """
    file = settings.file
    values = {
        "idea": idea.strip(),
        "remark": remark.strip(),
        "material": read_material(settings.paths.root),
        "interactive": interactive,
        "max_turns": file.interactive.max_turns if interactive else 1,
        "attempts": file.serialize.attempts if attempts is None else attempts,
        "size": size or file.size,
        "shape": shape or file.shape,
        "language": language or file.language,
        "questions": file.seed.questions if questions is None else questions,
        "acts": file.grow.acts if acts is None else acts,
        "review": file.fill.default_review if review is None else review,
        "chapter": chapter,
        "seed": seed,
    }
    if max_turns is not None:
        values["max_turns"] = max_turns
    try:
        inputs = StageInputs.model_validate(values)
    except ValidationError as problem:
        faults = "; ".join(
            f"{'.'.join(map(str, each['loc']))} {each['input']!r}: {each['msg']}"
            for each in problem.errors(include_url=False)
        )
        raise InputError(f"Invalid values: {faults}. Use other values.") from problem
    if inputs.size:
        counts_of(inputs.size, inputs.shape)
    return inputs


def require_language(settings: ProjectSettings, language: str | None) -> None:
    """Raise ``InputError`` if ``language`` differs from the project's language.

    Artifacts that already exist are written in the project's language.
    """
    known = settings.file.language
    if language is not None and language != known:
        raise InputError(
            f"This project's language is {known!r}, not {language!r}. To change it, write "
            f"`language: {language}` in project.yaml first.",
            remedies=(RunPipeline(start="dream"),),
        )
