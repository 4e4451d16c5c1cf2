"""What every export folder must do."""

from __future__ import annotations

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.protocols.exports import ExportFolder

PAGE = ExportedFile("page.html", b"<p>\xff\x00")


class ExportFolderContract:
    """A subclass adds a fixture ``folder``, an empty one."""

    def test_what_is_written_is_read(self, folder: ExportFolder) -> None:
        """SHP-4.1."""
        assert folder.read(PAGE.name) is None
        assert folder.write(PAGE) == folder.path_of(PAGE.name)
        assert folder.read(PAGE.name) == PAGE.content

        folder.write(ExportedFile(PAGE.name, b"new"))
        assert folder.read(PAGE.name) == b"new"

    def test_what_is_removed_is_gone(self, folder: ExportFolder) -> None:
        """SHP-4.1. Removing it once more changes nothing."""
        folder.write(PAGE)
        folder.remove(PAGE.name)
        folder.remove(PAGE.name)
        assert folder.read(PAGE.name) is None
