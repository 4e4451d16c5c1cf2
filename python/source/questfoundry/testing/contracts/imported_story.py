"""What every source of an imported story must hold."""

from __future__ import annotations

from questfoundry.domain.protocols import StorySource


class StorySourceContract:
    """A subclass adds a fixture ``source``, whose story has the passages ``Start`` and ``End``.

    ``Start`` has prose and a link to ``End``.
    """

    def test_the_same_text_changes_nothing(self, source: StorySource) -> None:
        """IMP-3.1."""
        files = source.files()
        source.write("Start", source.text("Start").text)
        assert source.files() == files

    def test_another_text_is_read_and_others_stay(self, source: StorySource) -> None:
        """IMP-3.1, IMP-3.5."""
        text, end = source.text("Start"), source.text("End")
        assert text.code
        assert {"Start", "End"} <= {each.id for each in source.story().structure.passages}
        source.write("Start", f"{text.text}\nMore.")
        assert source.text("Start") == source.split_text(f"{text.text}\nMore.")
        assert source.text("Start").code == text.code
        assert source.text("End") == end
