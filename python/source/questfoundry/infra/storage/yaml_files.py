"""Store kept plays, and lines and translations, in YAML files that people can read and edit."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from questfoundry.app.playing.kept_play import KeptPlay, require_play_name
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.files import ProjectFiles, decode_text
from questfoundry.domain.protocols.translations import TranslationFiles
from questfoundry.domain.text.validation import describe_error, describe_first
from questfoundry.infra.storage.yaml_artifact_files import render
from questfoundry.infra.storage.yaml_reading import parse

_PLAYS = "plays"
_SUFFIX = ".yaml"
_ADVICE = "Correct the file, or move it away."
_MOST_PLAY_BYTES = 4_000_000


def read_plays(files: ProjectFiles) -> Mapping[str, KeptPlay]:
    """Return the kept plays by name; raise ``InputError`` for a file that is not a kept play."""
    names = [each for each in files.names(_PLAYS) if each.endswith(_SUFFIX)]
    return {
        each.removeprefix(f"{_PLAYS}/").removesuffix(_SUFFIX): parse_play(
            decode_text(files.place(each), files.read(each, max_bytes=_MOST_PLAY_BYTES) or b""),
            files.place(each),
        )
        for each in names
    }


def parse_play(text: str, name: str) -> KeptPlay:
    """Return the play in the file ``name``: a kept play, or a game that the HTML page saved."""
    data = parse(text, name, _ADVICE).data
    if "ifid" in data:
        data = {"choices": data.get("choices")}
    try:
        return KeptPlay.model_validate(data)
    except ValidationError as problem:
        raise InputError(
            f"{name!r} is not a kept play: {describe_first(problem)} {_ADVICE}"
        ) from None


def write_play(files: ProjectFiles, name: str, play: KeptPlay) -> str:
    """Write ``play`` in place of an earlier one, and return the place of the file."""
    require_play_name(name)
    file = f"{_PLAYS}/{name}{_SUFFIX}"
    files.replace(file, render(play.model_dump(mode="json", exclude_defaults=True), [], file))
    return files.place(file)


_TRANSLATIONS = "translations"
_MOST_BYTES = 40_000_000
_T = TypeVar("_T")


class YamlTranslationFiles(TranslationFiles):
    """The files in the folder ``translations`` of a project."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    def read(self, name: str, kind: TypeAdapter[_T]) -> _T:
        place = self.place_of(name)
        content = self._files.read(_path_of(name), max_bytes=_MOST_BYTES)
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
        if self._files.read(path, max_bytes=_MOST_BYTES) != text.encode():
            self._files.replace(path, text)

    def names(self) -> Sequence[str]:
        paths = (PurePosixPath(each) for each in self._files.names(_TRANSLATIONS))
        return [each.stem for each in paths if each.suffix == _SUFFIX and len(each.parts) == 2]

    def place_of(self, name: str) -> str:
        return self._files.place(_path_of(name))


def _path_of(name: str) -> str:
    return f"{_TRANSLATIONS}/{name}{_SUFFIX}"
