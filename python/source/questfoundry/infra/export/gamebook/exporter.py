"""The exporter of gamebooks: one book, in two kinds of file."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.edition import Edition
from questfoundry.infra.export.gamebook.epub import epub
from questfoundry.infra.export.gamebook.print_page import print_page
from questfoundry.infra.export.gamebook.sections import gamebook_of
from questfoundry.infra.export.shared import file_name


class GamebookExporter(StoryExporter):
    """Numbered sections as HTML for print and as EPUB 3."""

    @property
    def format(self) -> str:
        """``gamebook``."""
        return "gamebook"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """The two files."""
        book = gamebook_of(edition)
        return (
            ExportedFile(file_name(edition, "-gamebook.html"), print_page(book)),
            ExportedFile(file_name(edition, ".epub"), epub(book)),
        )
