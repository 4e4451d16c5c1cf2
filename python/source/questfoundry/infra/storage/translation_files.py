"""Store a project's lines and translations in YAML files that people can read and edit."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.artifacts import TranslationFiles
from questfoundry.domain.protocols.files import ProjectFiles, decode_text
from questfoundry.domain.text.validation import describe_error
from questfoundry.infra.storage.yaml_artifact_files import render
from questfoundry.infra.storage.yaml_reading import parse

FOLDER = "translations"
_SUFFIX = ".yaml"
_MAX_BYTES = 40_000_000
_T = TypeVar("_T")


class YamlTranslationFiles(TranslationFiles):
    """The files in the folder ``translations`` of a project."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    def read(self, name: str, kind: TypeAdapter[_T]) -> _T:
        place = self.place_of(name)
        content = self._files.read(_path_of(name), max_bytes=_MAX_BYTES)
        try:
            parsed = parse(decode_text(place, content), place) if content else None
            return kind.validate_python(parsed.data if parsed else {})
        except ValidationError as problem:
            first = problem.errors(include_url=False)[0]
            at = first["loc"]
            line = parsed.lines.get(at, parsed.lines.get(at[:-1], 0)) + 1 if parsed else 1
            raise InputError(
                f"{place!r}, line {line}, `{'.'.join(map(str, at))}`: {describe_error(first)} "
                "Correct it."
            ) from problem

    def write(self, name: str, data: Mapping[str, Any]) -> None:
        path, text = _path_of(name), render(data, [], self.place_of(name))
        if self._files.read(path, max_bytes=_MAX_BYTES) != text.encode():
            self._files.replace(path, text)

    def names(self) -> Sequence[str]:
        paths = (PurePosixPath(each) for each in self._files.names(FOLDER))
        return [each.stem for each in paths if each.suffix == _SUFFIX and len(each.parts) == 2]

    def place_of(self, name: str) -> str:
        return self._files.place(_path_of(name))


def _path_of(name: str) -> str:
    return f"{FOLDER}/{name}{_SUFFIX}"
