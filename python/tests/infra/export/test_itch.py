"""Tests of the archive for itch.io."""

import zipfile
from io import BytesIO

from questfoundry.infra.export.html.exporter import HtmlExporter
from questfoundry.infra.export.itch import ItchExporter
from questfoundry.testing import StoryExporterContract
from tests.strategies.hostile import EVERYTHING, dressed
from tests.support.editions import small_edition


class TestItchExporter(StoryExporterContract):
    exporter = ItchExporter()


def test_the_archive_holds_the_page_at_its_root_and_nothing_else() -> None:
    """itch.io only plays an archive with `index.html` at its root. (EXP-25.1)"""
    edition = dressed(small_edition(), EVERYTHING)
    [file], [page] = ItchExporter().export(edition), HtmlExporter().export(edition)
    with zipfile.ZipFile(BytesIO(file.content)) as archive:
        [entry] = archive.infolist()
        assert archive.testzip() is None
        assert archive.read(entry) == page.content
    assert (entry.filename, entry.date_time) == ("index.html", (1980, 1, 1, 0, 0, 0))
    assert file.name.endswith("-itch.zip")
