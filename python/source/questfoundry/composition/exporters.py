"""The formats that a story can be shipped in."""

from __future__ import annotations

from collections.abc import Iterable

from questfoundry.domain.protocols import StoryExporter


def story_exporters(more: Iterable[StoryExporter] = ()) -> tuple[StoryExporter, ...]:
    """An exporter of each format, in the order in which they are shipped; then ``more``."""
    from questfoundry.infra.export.gamebook.exporter import GamebookExporter
    from questfoundry.infra.export.html.exporter import HtmlExporter
    from questfoundry.infra.export.ink import InkExporter
    from questfoundry.infra.export.json_story import JsonExporter
    from questfoundry.infra.export.markdown import MarkdownExporter
    from questfoundry.infra.export.snowman import SnowmanExporter
    from questfoundry.infra.export.twee import TweeExporter

    return (
        HtmlExporter(),
        TweeExporter(),
        SnowmanExporter(),
        InkExporter(),
        JsonExporter(),
        GamebookExporter(),
        MarkdownExporter(),
        *more,
    )
