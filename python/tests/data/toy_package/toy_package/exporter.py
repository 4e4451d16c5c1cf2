"""A format that holds the titles of a story, one a line."""

from questfoundry import Edition, ExportedFile, StoryExporter


class ToyExporter(StoryExporter):
    """Writes ``titles.toy``."""

    format = "toy"

    def export(self, edition: Edition) -> tuple[ExportedFile, ...]:
        """One file."""
        titles = [passage.title for passage in edition.structure.passages]
        return (ExportedFile("titles.toy", "\n".join(titles).encode()),)
