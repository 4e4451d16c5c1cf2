"""The exporters of a story, and the renderers and layout of its map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from questfoundry.infra import plugins

if TYPE_CHECKING:
    from questfoundry.app.story_map.draw_map import DrawMapUseCase
    from questfoundry.app.story_map.story_map import MapLayouter, MapRenderer
    from questfoundry.domain.finding import Finding
    from questfoundry.domain.protocols import StoryExporter
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
    from questfoundry.infra.export.html.exporter import HtmlExporter, ItchExporter
    from questfoundry.infra.export.ink import InkExporter
    from questfoundry.infra.export.markdown import MarkdownExporter
    from questfoundry.infra.export.story_document import JsonExporter
    from questfoundry.infra.export.twine_formats import (
        ChapbookExporter,
        HarloweExporter,
        SnowmanExporter,
        TweeExporter,
        TwineJsonExporter,
    )

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
        JsonExporter(),
        GamebookExporter(),
        PdfExporter(),
        MarkdownExporter(),
    )


def export_advice(edition: Edition) -> Iterator[Finding]:
    """Yield findings about interface texts of ``edition`` that lack a translation."""
    from questfoundry.infra.export.words import find_untranslated

    return find_untranslated(edition)


def map_renderers() -> Sequence[MapRenderer]:
    """Return the map renderers, one per format; the first that works here is the default."""
    from questfoundry.infra.story_map.dot import DotMapRenderer
    from questfoundry.infra.story_map.graphviz import GraphvizMapRenderer
    from questfoundry.infra.story_map.mermaid import MermaidMapRenderer

    dot = DotMapRenderer()
    return GraphvizMapRenderer(dot), MermaidMapRenderer(), dot


def build_map_use_case() -> DrawMapUseCase:
    """Build the use case that draws maps of stories that belong to no project."""
    from questfoundry.app.story_map.draw_map import DrawMapUseCase

    return DrawMapUseCase(renderers=map_renderers())


def map_layouter() -> MapLayouter:
    """Return the layouter of the interactive map: Graphviz if installed, else a layout in rows."""
    from questfoundry.infra.story_map.graphviz import GraphvizMapLayouter
    from questfoundry.infra.story_map.row_layout import RowMapLayouter

    return GraphvizMapLayouter() if GraphvizMapLayouter.is_installed() else RowMapLayouter()
