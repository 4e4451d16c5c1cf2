"""The error message for an invalid ``project.yaml``, with all mistakes and their lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_origin

from attrs import frozen
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from questfoundry.composition.settings.file_values import MISTAKE
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.story.file_place import FilePlace
from questfoundry.infra.storage.project_file import ProjectDocument


@frozen(order=True)
class _Mistake:
    place: FilePlace
    text: str


def build_settings_error(
    error: ValidationError, document: ProjectDocument, path: Path
) -> SettingsError:
    """Build one error for all mistakes, each with its line, its key and a correction."""
    mistakes = sorted(
        _describe_mistake(detail, document, str(path)) for detail in error.errors(include_url=False)
    )
    lines = "\n".join(
        f"line {each.place.line}: {each.text}\n{document.format_line(each.place.line)}"
        for each in mistakes
    )
    count = "an error" if len(mistakes) == 1 else f"{len(mistakes)} errors"
    return SettingsError(
        f"{str(path)!r} has {count}:\n{lines}\nCorrect the file and run the command again."
    )


def _describe_mistake(detail: ErrorDetails, document: ProjectDocument, file: str) -> _Mistake:
    path = [step for step in detail["loc"] if step != "[key]"]
    key = f"`{'.'.join(str(step) for step in path)}`"
    match detail["type"]:
        case "extra_forbidden":
            text = f"{key} is not a known key. {_nearest(path)}"
        case "missing":
            section = ".".join(str(step) for step in path[:-1])
            text = f"{key} is missing. Give it a value, or remove `{section}`."
        case "model_type":
            text = f"{key} must contain keys. Add some, or remove it."
        case kind:
            text = f"{key}: {detail['msg']}{'' if kind == MISTAKE else '.'}"
    return _Mistake(FilePlace(file, document.line_of(path)), text)


def _nearest(path: Sequence[str | int]) -> str:
    *above, name = path
    keys = _keys_at(above)
    near = get_close_matches(str(name), keys, n=1)
    if near:
        return f"Did you mean `{'.'.join([*map(str, above), near[0]])}`?"
    return f"The possible keys are {', '.join(keys)}."


def _keys_at(path: Sequence[str | int]) -> list[str]:
    model: type[BaseModel] = ProjectFile
    steps = iter(path)
    for step in steps:
        annotation = model.model_fields[str(step)].annotation
        model = next(_sections_in(annotation))
        if get_origin(annotation) is dict:
            next(steps, None)  # a name chosen by the author
    return list(model.model_fields)


def _sections_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _sections_in(part)
