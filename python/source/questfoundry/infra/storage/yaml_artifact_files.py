"""Store the accepted artifacts as YAML files that authors can read, compare and edit."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from questfoundry.domain.artifacts.version import from_text, to_text
from questfoundry.domain.chat.codec import to_canonical_json
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.artifacts import ArtifactFiles
from questfoundry.domain.story.file_place import FilePlace
from questfoundry.infra.own_files import read_file, remove_file, replace_file
from questfoundry.infra.storage.yaml_reading import YamlText, parse
from questfoundry.infra.storage.yaml_writing import comments_of, render

_MOST_BYTES = 4_000_000


class YamlArtifactFiles(ArtifactFiles):
    """The artifact files in ``directory``: one file ``<stage>.yaml`` for each stage."""

    def __init__(self, directory: Path, *, within: Path | None = None) -> None:
        """Set the directory of the files; ``within`` is the project folder that contains it."""
        self._directory = directory
        self._within = within or directory
        # Cached, because callers ask for many lines of a large file in sequence.
        self._last: YamlText | None = None

    def write(self, stage: str, data: Mapping[str, Any]) -> str:
        """Write ``data`` to the file of ``stage`` and return the path of the file.

        The file's comments are preserved. A file with equal data is left unchanged. If the old file
        is not valid YAML, raise ``InputError``, because its comments would be lost.
        """
        path = self._path(stage)
        plain = _to_plain_data(data)
        text, fresh = self._read_text(stage), render(plain, [], str(path))
        if text is None:
            replace_file(path, fresh, within=self._within)
        elif text != fresh:
            old = parse(text, str(path))
            if to_canonical_json(old.data) != to_canonical_json(plain):
                commented = render(plain, comments_of(old), str(path))
                replace_file(path, commented, within=self._within)
        return str(path)

    def read(self, stage: str) -> Mapping[str, Any] | None:
        parsed = self._parse(stage)
        return None if parsed is None else parsed.data

    def says(self, stage: str, data: Mapping[str, Any] | None) -> bool:
        text = self._read_text(stage)
        if text is None or data is None:
            return text is None and data is None
        return text == render(_to_plain_data(data), [], stage) or self.read(stage) == data

    def remove(self, stage: str) -> None:
        remove_file(self._path(stage), within=self._within)

    def place_of(self, stage: str, path: Sequence[str | int]) -> FilePlace | None:
        parsed = self._parse(stage)
        line = None if parsed is None else parsed.lines.get(tuple(path))
        return None if line is None else FilePlace(f"artifacts/{stage}.yaml", line + 1)

    def _path(self, stage: str) -> Path:
        return self._directory / f"{stage}.yaml"

    def _parse(self, stage: str) -> YamlText | None:
        text = self._read_text(stage)
        if text is None:
            return None
        if self._last is None or self._last.text != text:
            self._last = parse(text, str(self._path(stage)))
        return self._last

    def _read_text(self, stage: str) -> str | None:
        path = self._path(stage)
        content = read_file(path, within=self._within, max_bytes=_MOST_BYTES)
        try:
            text = None if content is None else content.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            raise InputError(
                f"{str(path)!r} is not UTF-8 text (byte {problem.start}). "
                "Save it as UTF-8 in your editor."
            ) from problem
        return text and text.replace("\r\n", "\n").replace("\r", "\n")


def _to_plain_data(data: Mapping[str, Any]) -> Mapping[str, Any]:
    plain: Mapping[str, Any] = from_text(to_text(dict(data)))
    return plain
