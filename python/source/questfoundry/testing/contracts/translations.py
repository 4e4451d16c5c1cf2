"""Test what every adapter for translations must do: formats for translators, and their files."""

import pytest
from attrs import evolve
from pydantic import TypeAdapter

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.translations import (
    TranslationFiles,
    TranslationFormat,
    TranslationRow,
    TranslationSheet,
)

_ROWS = (
    TranslationRow(id="L2", kind="text", source="The “lamp”; *lit*.", text="", state="new"),
    TranslationRow(
        id="L10", kind="text", condition="[wet]", source="A\nB", text="Ä\n<B>", state="done"
    ),
)
_SHEET = TranslationSheet(source_language="en", language="de", newest=12, rows=_ROWS)
_TERMS: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])


class TranslationFormatContract:
    """The tests for file formats for translators; a subclass adds a fixture ``translations``."""

    def test_a_sheet_comes_back(self, translations: TranslationFormat) -> None:
        content = translations.write(_SHEET)
        read = translations.read(content)
        rows = [evolve(each, number=0, kind="", notes=()) for each in read.rows]
        assert rows == [evolve(each, kind="") for each in _ROWS]
        assert (read.source_language, read.language, read.newest) == ("en", "de", 12)
        assert translations.write(_SHEET) == content

    def test_what_is_no_such_file_is_refused(self, translations: TranslationFormat) -> None:
        for content in (b"", b"\xff\xfe\x00", b"nothing of the kind"):
            with pytest.raises(InputError):
                translations.read(content)


class TranslationFilesContract:
    """The tests for stores of translation files; a subclass adds a fixture ``files``."""

    def test_data_come_back_by_name(self, files: TranslationFiles) -> None:
        assert files.names() == []
        assert files.read("de", _TERMS) == {}
        files.write("de", {"lamp": "Lampe: “hell”"})
        files.write("ar", {"lamp": "مصباح"})
        assert files.names() == ["ar", "de"]
        assert files.read("de", _TERMS) == {"lamp": "Lampe: “hell”"}
        assert files.place_of("de") != files.place_of("ar")

    def test_data_of_another_kind_are_refused(self, files: TranslationFiles) -> None:
        files.write("de", {"lamp": {"a": "b"}})
        with pytest.raises(InputError, match="lamp"):
            files.read("de", _TERMS)
