"""Store a project's lines and translations in YAML files that people can read and edit."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from questfoundry.domain.errors import InputError
from questfoundry.domain.field_types import Sparse
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.protocols.translations import Glossary, Translation, TranslationFiles
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.translation.line_book import LineBook
from questfoundry.domain.translation.lines import StoryLine
from questfoundry.infra.storage.yaml_artifact_files import render
from questfoundry.infra.storage.yaml_reading import parse

FOLDER = "translations"
LINES, GLOSSARY = "lines", "glossary"
_MAX_BYTES = 40_000_000
_T = TypeVar("_T")


class _StoredLine(Sparse):
    """A line as stored, with the earlier sources of a changed line in ``former``."""

    place: str
    kind: TextKind
    passage: str = ""
    condition: str = ""
    text: str
    former: tuple[str, ...] = ()

    def to_line(self, identifier: str) -> StoryLine:
        return StoryLine(id=identifier, **self.model_dump(exclude={"former"}))


class _StoredBook(Sparse):
    """The content of the file of lines, by id."""

    newest: int = 0
    lines: dict[str, _StoredLine] = Field(default_factory=dict)
    removed: dict[str, _StoredLine] = Field(default_factory=dict)


class YamlTranslationFiles(TranslationFiles):
    """The files ``translations/lines.yaml``, ``glossary.yaml`` and one for each language."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    def read_book(self) -> LineBook:
        stored = self._read(LINES, TypeAdapter(_StoredBook))
        everything = {**stored.lines, **stored.removed}
        return LineBook(
            newest=stored.newest,
            lines=tuple(each.to_line(name) for name, each in stored.lines.items()),
            removed=tuple(each.to_line(name) for name, each in stored.removed.items()),
            former={name: each.former for name, each in everything.items() if each.former},
        )

    def write_book(self, book: LineBook) -> None:
        def store(lines: Iterable[StoryLine]) -> dict[str, _StoredLine]:
            return {
                each.id: _StoredLine(
                    place=each.place,
                    kind=each.kind,
                    passage=each.passage,
                    condition=each.condition,
                    text=each.text,
                    former=book.former.get(each.id, ()),
                )
                for each in lines
            }

        stored = _StoredBook(
            newest=book.newest, lines=store(book.lines), removed=store(book.removed)
        )
        self._write(LINES, stored.model_dump(mode="json"))

    def read(self, language: str) -> Mapping[str, Translation]:
        return self._read(language, TypeAdapter(dict[str, Translation]))

    def write(self, language: str, translations: Mapping[str, Translation]) -> None:
        self._write(language, {name: each.model_dump() for name, each in translations.items()})

    def list_languages(self) -> Sequence[str]:
        found = (PurePosixPath(each) for each in self._files.names(FOLDER))
        names = {each.stem for each in found if each.suffix == ".yaml" and len(each.parts) == 2}
        return sorted(each for each in names - {LINES, GLOSSARY} if "." not in each)

    def read_glossary(self) -> Glossary:
        return self._read(GLOSSARY, TypeAdapter(Glossary))

    def place_of(self, language: str) -> str:
        return self._files.place(_name_of(language))

    def _read(self, stem: str, kind: TypeAdapter[_T]) -> _T:
        place = self.place_of(stem)
        content = self._files.read(_name_of(stem), max_bytes=_MAX_BYTES)
        try:
            parsed = parse(content.decode("utf-8-sig"), place) if content else None
            return kind.validate_python(parsed.data if parsed else {})
        except UnicodeDecodeError as problem:
            raise InputError(f"{place!r} is not UTF-8 text. Save it as UTF-8.") from problem
        except ValidationError as problem:
            first = problem.errors(include_url=False)[0]
            at = first["loc"]
            line = parsed.lines.get(at, parsed.lines.get(at[:-1], 0)) + 1 if parsed else 1
            raise InputError(
                f"{place!r}, line {line}, `{'.'.join(map(str, at))}`: {first['msg']}. Correct it."
            ) from problem

    def _write(self, stem: str, data: Mapping[str, Any]) -> None:
        text = render(data, [], self.place_of(stem))
        name = _name_of(stem)
        if self._files.read(name, max_bytes=_MAX_BYTES) != text.encode():
            self._files.replace(name, text)


def _name_of(stem: str) -> str:
    return f"{FOLDER}/{stem}.yaml"
