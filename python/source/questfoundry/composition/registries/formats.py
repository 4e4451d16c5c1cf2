"""The formats of stories: readers of foreign stories, exporters, translators' files, and maps.

Only this module knows ``infra/foreign``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.domain.protocols.exporter import StorySource
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.solver import MAX_STEPS
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.infra import plugins

if TYPE_CHECKING:
    from zipfile import Path as ZipPath

    from questfoundry.app.story_map.arrange import MapLayout
    from questfoundry.app.story_map.draw_map import DrawMapUseCase
    from questfoundry.app.story_map.story_map import MapRenderer, PassageLink, StoryMap
    from questfoundry.app.structure.check import CheckResult
    from questfoundry.domain.finding import Finding
    from questfoundry.domain.protocols.exporter import StoryExporter
    from questfoundry.domain.protocols.translations import TranslationFormat
    from questfoundry.domain.story.report import Edition


def story_exporters() -> tuple[StoryExporter, ...]:
    """Return one exporter per format, in export order; exporters of plug-ins come last."""
    own = own_exporters()
    taken = {each.format for each in own}
    return (*own, *plugins.load(plugins.EXPORTERS, reserved=taken).values())


def own_exporters() -> tuple[StoryExporter, ...]:
    """Return the built-in exporters."""
    from questfoundry.infra.export.choicescript import ChoiceScriptExporter
    from questfoundry.infra.export.gamebook.exporter import GamebookExporter, PdfExporter
    from questfoundry.infra.export.html import HtmlExporter, ItchExporter
    from questfoundry.infra.export.ink import InkExporter
    from questfoundry.infra.export.markdown import MarkdownExporter
    from questfoundry.infra.export.renpy import RenPyExporter
    from questfoundry.infra.export.story_document import JsonExporter
    from questfoundry.infra.export.twine_formats import (
        ChapbookExporter,
        HarloweExporter,
        SnowmanExporter,
        TweeExporter,
        TwineJsonExporter,
    )
    from questfoundry.infra.export.yarn import YarnExporter

    return (
        HtmlExporter(),
        ItchExporter(),
        TweeExporter(),
        HarloweExporter(),
        ChapbookExporter(),
        SnowmanExporter(),
        TwineJsonExporter(),
        InkExporter(),
        ChoiceScriptExporter(),
        RenPyExporter(),
        YarnExporter(),
        JsonExporter(),
        GamebookExporter(),
        PdfExporter(),
        MarkdownExporter(),
    )


def export_advice(edition: Edition, file: str = "") -> Iterator[Finding]:
    """Yield findings about built-in English texts that the exports of ``edition`` would contain.

    ``file`` is the name of the file for the author's texts; empty if a setting names the file.
    """
    from questfoundry.infra.export.words import find_untranslated

    return find_untranslated(edition, file)


def translation_formats() -> Mapping[str, TranslationFormat]:
    """Return the file formats for translators, by name."""
    from questfoundry.infra.translation import (
        CsvTranslationFormat,
        PoTranslationFormat,
        XliffTranslationFormat,
    )

    return {
        "xliff": XliffTranslationFormat(),
        "po": PoTranslationFormat(),
        "csv": CsvTranslationFormat(),
    }


def map_renderers() -> Sequence[MapRenderer]:
    """Return the map renderers, one per format; the first one is the default."""
    from questfoundry.infra.story_map.mermaid import MermaidMapRenderer
    from questfoundry.infra.story_map.svg import PngMapRenderer, SvgMapRenderer

    return SvgMapRenderer(), PngMapRenderer(), MermaidMapRenderer()


def build_map_use_case() -> DrawMapUseCase:
    """Build the use case that draws maps of stories that belong to no project."""
    from questfoundry.app.story_map.draw_map import DrawMapUseCase

    return DrawMapUseCase(renderers=map_renderers())


def draw_map_parts(story_map: StoryMap, layout: MapLayout, links: Mapping[str, PassageLink]) -> str:
    """Draw a map as SVG elements for a page; ``links`` maps the ids of passages to links."""
    from questfoundry.infra.story_map.svg import draw_parts

    return "\n".join(draw_parts(story_map, layout, links))


def read_foreign_story(paths: Sequence[Path]) -> ForeignStory:
    """Return the story in ``paths``; raise ``InputError`` if no reader understands the files."""
    from questfoundry.infra.foreign.json_reader import JsonStoryReader
    from questfoundry.infra.foreign.source_folder import INK_READER, TEXT_READERS
    from questfoundry.infra.foreign.twee_passages import read_story

    return read_story(add_scenes(paths), (*TEXT_READERS, JsonStoryReader(), INK_READER))


def read_importable_story(paths: Sequence[Path]) -> ForeignStory:
    """Return the story, unless it is in our own JSON; raise ``InputError`` if there is none."""
    from questfoundry.infra.foreign.source_folder import SOURCE_READERS
    from questfoundry.infra.foreign.twee_passages import read_story

    return read_story(add_scenes(paths), SOURCE_READERS)


def add_scenes(paths: Sequence[Path]) -> Sequence[Path]:
    """Return ``paths`` with the first file of a ChoiceScript game replaced by its folder.

    The folder also contains the other scenes of the game.
    """
    from questfoundry.infra.foreign.choicescript.scenes import FIRST_FILE

    return [each.parent if each.name.lower() == FIRST_FILE else each for each in paths]


def find_packed_files(path: Path) -> Sequence[tuple[str, ZipPath]]:
    """Return the files in the ZIP archive ``path`` with their names there; none for other paths."""
    from questfoundry.infra.foreign.packed_files import is_archive, list_packed_files

    return [*list_packed_files(path).items()] if is_archive(path) else []


def open_story_source(files: ProjectFiles) -> StorySource:
    """Return the imported story among the files of a project."""
    from questfoundry.infra.foreign.source_folder import SourceFolder

    return SourceFolder(files)


def check_foreign_story(story: ForeignStory, *, max_steps: int = MAX_STEPS) -> CheckResult:
    """Check ``story`` against all laws (rules of sound stories), including laws of plug-ins."""
    from questfoundry.app.structure.check import check_foreign
    from questfoundry.infra.plugins import load_added_laws

    return check_foreign(story, max_steps=max_steps, added_laws=load_added_laws())


def write_file(path: Path, content: str | bytes) -> str:
    """Replace the file ``path`` atomically with ``content`` and return its path as a string."""
    from questfoundry.infra.own_files import replace_file

    replace_file(path, content)
    return str(path)
