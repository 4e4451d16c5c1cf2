"""The publication settings of ``project.yaml``, and the content of the files in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING

from attrs import evolve

from questfoundry.domain.errors import InputError, SettingsError, StoreError
from questfoundry.domain.protocols.files import decode_text
from questfoundry.domain.story.publication import CustomWording, Palette, Publication, Theme
from questfoundry.infra.export.assets import read_cover
from questfoundry.infra.export.words import parse_words
from questfoundry.infra.storage.project_file import SETTINGS, read_project_file
from questfoundry.infra.storage.yaml_reading import parse

if TYPE_CHECKING:
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.translation.lines import EditionTranslation

_MAX_COVER_BYTES = 5_000_000
_MAX_CSS_BYTES = 100_000
_MAX_WORDS_BYTES = 100_000


def publication_of(settings: ProjectSettings) -> Publication:
    """Return the publication with cover, texts and styles; errors name the line in the file."""
    given = settings.file.publication
    cover = None
    if given.cover is not None:
        with _report_at(settings, "publication", "cover"):
            cover = read_cover(_read_content(settings, given.cover, max_bytes=_MAX_COVER_BYTES))
    words: CustomWording = {}
    if given.words is not None:
        with _report_at(settings, "publication", "words"):
            text = _read_text(settings, given.words, max_bytes=_MAX_WORDS_BYTES)
            words = parse_words(parse(text, given.words).data)
    return Publication(
        **given.model_dump(exclude={"cover", "words"}),
        cover=cover,
        theme=_theme_of(settings),
        words=words,
    )


def read_translation(project: ProjectContainer, language: str) -> EditionTranslation:
    """Return the translation to ``language`` with its translators and the author's interface texts.

    Raise ``InputError`` if a line is new, stale or faulty.
    """
    complete = project.translations().require_complete(language)
    found = evolve(complete, hands=project.translation_hands().execute(language))
    name, settings = words_file(language), project.settings()
    if not settings.files.names(name):
        return found
    try:
        text = _read_text(settings, name, max_bytes=_MAX_WORDS_BYTES)
        return evolve(found, words=parse_words(parse(text, name).data))
    except InputError as error:
        raise InputError(f"{name!r}: {error.problem}") from error


def words_file(language: str) -> str:
    """Return the name of the file with an author's interface texts in ``language``."""
    return f"translations/{language}.words.yaml"


def _theme_of(settings: ProjectSettings) -> Theme:
    given = settings.file.theme
    theme = Theme(
        light=Palette(**given.light.model_dump()),
        dark=Palette(**given.dark.model_dump()),
        text_font=given.text_font,
        interface_font=given.interface_font,
    )
    if given.css is None:
        return theme
    with _report_at(settings, "theme", "css"):
        return evolve(theme, css=_read_text(settings, given.css, max_bytes=_MAX_CSS_BYTES))


def _read_text(settings: ProjectSettings, name: str, *, max_bytes: int) -> str:
    return decode_text(name, _read_content(settings, name, max_bytes=max_bytes))


def _read_content(settings: ProjectSettings, name: str, *, max_bytes: int) -> bytes:
    content = settings.files.read(PurePath(name).as_posix(), max_bytes=max_bytes)
    if content is None:
        raise InputError(f"There is no file {name!r}. Add the file, or remove the key.")
    return content


@contextmanager
def _report_at(settings: ProjectSettings, *key: str) -> Iterator[None]:
    try:
        yield
    except (InputError, StoreError) as error:
        files = settings.files
        place, line = files.place(SETTINGS), read_project_file(files).line_of(key)
        raise SettingsError(f"{place!r}, line {line}, `{'.'.join(key)}`: {error}") from error
