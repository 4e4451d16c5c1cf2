"""Define the interfaces to files of translations: those of a project, and those of translators."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from attrs import frozen
from pydantic import Field

from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.translation.line_book import LineBook


class TranslationState(StrEnum):
    """The state of a translation: missing, of an earlier source, or of the present source."""

    NEW = "new"
    STALE = "stale"
    DONE = "done"


class Translation(FrozenModel):
    """A translated line: the ``source`` with its condition, and its translation ``text``."""

    source: str
    text: str


class Glossary(FrozenModel):
    """The words that translators use the same everywhere, as the author writes them.

    ``keep``: names that stay as they are, besides the names of people.
    ``terms``: the translations of a term or name, by term, then by language.
    ``notes``: advice about style, such as the form of address, by language.
    """

    keep: tuple[str, ...] = ()
    terms: Mapping[str, Mapping[str, str]] = Field(default_factory=dict)
    notes: Mapping[str, str] = Field(default_factory=dict)


@frozen(kw_only=True)
class TranslationRow:
    """A line in a translator's file.

    ``number``: its line number in the file, from 1; 0 in a file that is not written yet.
    ``condition``: the name of the flag in brackets without which players do not read it, or empty.
    ``state``: the state that the file gives, in the words of :class:`TranslationState`.
    ``notes``: who reads the line and after what, for the translator; empty when read back.
    """

    number: int = 0
    id: str
    kind: str = ""
    condition: str = ""
    source: str
    text: str
    state: str
    notes: Sequence[str] = ()


@frozen(kw_only=True)
class TranslationSheet:
    """The content of a translator's file.

    ``newest``: the number of the newest id when the file was written.
    ``problems``: what is broken in single rows, as line number and problem.
    """

    source_language: str
    language: str
    newest: int
    rows: Sequence[TranslationRow]
    problems: Sequence[tuple[int, str]] = ()


class TranslationFormat(Protocol):
    """A file format for translators."""

    @abstractmethod
    def write(self, sheet: TranslationSheet) -> bytes:
        """Return the content of a file with ``sheet``; an equal sheet gives equal bytes."""

    @abstractmethod
    def read(self, content: bytes) -> TranslationSheet:
        """Return the sheet in ``content``.

        Raise ``InputError`` with the line, if the file is broken or ends early.
        """


class TranslationFiles(Protocol):
    """The files of a project with its lines, translations and glossary."""

    @abstractmethod
    def read_book(self) -> LineBook:
        """Return the stored lines with their ids; an empty book if there are none yet."""

    @abstractmethod
    def write_book(self, book: LineBook) -> None:
        """Store ``book`` in place of the earlier one."""

    @abstractmethod
    def read(self, language: str) -> Mapping[str, Translation]:
        """Return the translations to ``language``, by line id."""

    @abstractmethod
    def write(self, language: str, translations: Mapping[str, Translation]) -> None:
        """Store ``translations`` in place of the earlier ones."""

    @abstractmethod
    def list_languages(self) -> Sequence[str]:
        """Return the languages with translations, sorted."""

    @abstractmethod
    def read_glossary(self) -> Glossary:
        """Return the author's glossary; empty if there is no file."""

    @abstractmethod
    def place_of(self, language: str) -> str:
        """Return the path or address of the file with the translations to ``language``."""
