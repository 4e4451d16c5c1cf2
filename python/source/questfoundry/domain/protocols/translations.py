"""Define translations, and the interfaces to their files in a project and for translators."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from attrs import frozen
from pydantic import Field, TypeAdapter

from questfoundry.domain.field_types import FrozenModel

_T = TypeVar("_T")


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
    """The YAML files in a project's folder for translations, by their names without suffix."""

    @abstractmethod
    def read(self, name: str, kind: TypeAdapter[_T]) -> _T:
        """Return the content of the file ``name`` as a ``kind``; a missing file counts as empty.

        Raise ``InputError`` with the line if the file is not valid.
        """

    @abstractmethod
    def write(self, name: str, data: Mapping[str, Any]) -> None:
        """Write ``data`` to the file ``name``, unless it contains them already."""

    @abstractmethod
    def names(self) -> Sequence[str]:
        """Return the sorted names of the files."""

    @abstractmethod
    def place_of(self, name: str) -> str:
        """Return the path or address of the file ``name``."""
