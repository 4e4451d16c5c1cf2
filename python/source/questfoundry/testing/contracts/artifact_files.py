"""Test what every adapter for artifact files must do."""

from typing import Any

from questfoundry.domain.protocols.artifacts import ArtifactFiles

_DREAM: dict[str, Any] = {
    "type": "dream",
    "version": 1,
    "themes": ["memory", "tide"],
    "creative_vision": "A city below.\n\nA light above.\n",
    "content_notes": "",
}


class ArtifactFilesContract:
    """The tests for adapters that store artifacts in files.

    A subclass adds a fixture ``files``, an adapter that has stored no file yet.
    """

    def test_what_is_written_is_read(self, files: ArtifactFiles) -> None:
        """Reading a stage's file returns exactly the data that were written."""
        path = files.write("dream", _DREAM)

        assert path.replace("\\", "/").endswith("artifacts/dream.yaml")
        assert files.read("dream") == _DREAM

    def test_a_stage_without_a_file_reads_as_none(self, files: ArtifactFiles) -> None:
        """Reading a stage without a file returns ``None`` and is no error."""
        files.write("dream", _DREAM)

        assert files.read("seed") is None
        assert files.place_of("seed", ["tone"]) is None

    def test_writing_again_replaces_what_was_written(self, files: ArtifactFiles) -> None:
        """Writing replaces the whole file, so no key of the older data remains."""
        files.write("dream", _DREAM)

        files.write("dream", {"themes": ["salt"]})

        assert files.read("dream") == {"themes": ["salt"]}

    def test_it_is_known_whether_a_file_says_something(self, files: ArtifactFiles) -> None:
        """``says`` returns whether a stage's file contains the given data."""
        files.write("dream", _DREAM)

        assert files.says("dream", _DREAM)
        assert not files.says("dream", {**_DREAM, "themes": ["salt"]})
        assert not files.says("dream", None)
        assert files.says("seed", None)
        assert not files.says("seed", _DREAM)

    def test_a_removed_file_is_gone(self, files: ArtifactFiles) -> None:
        """A removed file reads as ``None``; removing a missing file is no error."""
        files.write("dream", _DREAM)

        files.remove("dream")
        files.remove("dream")

        assert files.read("dream") is None
