"""Export a ZIP archive for itch.io, where the game is played in the browser."""

from collections.abc import Sequence

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.edition import Edition
from questfoundry.infra.export.archive import build_zip
from questfoundry.infra.export.html.exporter import HtmlExporter
from questfoundry.infra.export.text import file_name


class ItchExporter(StoryExporter):
    """An exporter that packs the HTML page as ``index.html``, the page that itch.io looks for."""

    format = "itch"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the ZIP archive as the only file."""
        [page] = HtmlExporter().export(edition)
        archive = build_zip({"index.html": page.content})
        return (ExportedFile(file_name(edition, "-itch.zip"), archive),)
