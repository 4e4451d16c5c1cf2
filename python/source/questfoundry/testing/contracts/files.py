"""Test what every adapter for the files of a project must do."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from questfoundry.domain.errors import StoreError
from questfoundry.domain.protocols.files import ProjectFiles

BIG = 20_000_000
NAMES = ["project.yaml", "bible/people.md", "bible/The Étude's %s/(a) _;--.md", "bible/海/№ 1.md"]
HOSTILE = [
    "",
    ".",
    "..",
    "../secret.md",
    "bible/../../secret.md",
    "bible/./a.md",
    "bible//a.md",
    "bible/",
    "/etc/passwd",
    "C:/secret.md",
    "c:secret.md",
    "bible\\a.md",
    "..\\secret.md",
    "bible/a\0.md",
    "bible/\ud800.md",
    "x" * 10_000,
]


class ProjectFilesContract:
    """The tests for the files of a project; a subclass adds a fixture ``files``, without files."""

    @pytest.mark.parametrize("name", NAMES)
    def test_a_written_file_is_read_replaced_and_removed(
        self, files: ProjectFiles, name: str
    ) -> None:
        """A file has exactly the bytes that were written last, or does not exist."""
        assert files.read(name, max_bytes=BIG) is None
        files.replace(name, b"\xff\x00\r\n")
        files.replace(name, "Größe\r\n", durable=False)
        assert files.read(name, max_bytes=9) == "Größe\r\n".encode()
        assert files.names() == [name]

        files.remove(name)
        assert files.read(name, max_bytes=BIG) is None
        assert list(files.names()) == []

    @pytest.mark.parametrize("name", HOSTILE)
    def test_a_name_outside_the_project_is_refused(self, files: ProjectFiles, name: str) -> None:
        """A name from a settings file or a model must reach no file outside the project."""
        actions: tuple[Callable[[], object], ...] = (
            lambda: files.read(name, max_bytes=BIG),
            lambda: files.replace(name, "Mine."),
            lambda: files.remove(name),
        )
        for act in actions:
            with pytest.raises(StoreError):
                act()
        assert list(files.names()) == []

    def test_names_below_a_folder_are_sorted(self, files: ProjectFiles) -> None:
        """Only files in the folder are listed: the folder ``b`` does not contain ``ba/x.md``."""
        for name in ("b/z.md", "b/a/c.md", "ba/x.md", "b.md", "a.md"):
            files.replace(name, name)

        assert list(files.names()) == ["a.md", "b.md", "b/a/c.md", "b/z.md", "ba/x.md"]
        assert list(files.names("b")) == ["b/a/c.md", "b/z.md"]
        assert list(files.names("b/a")) == ["b/a/c.md"]
        assert list(files.names("b.md")) == ["b.md"]
        assert [*files.names("c"), *files.names("_"), *files.names("%")] == []
        assert list(files.links()) == []

    @pytest.mark.parametrize("name", [".gitignore", "bible/.a.md", "logs/debug.jsonl", ".a/b.md"])
    def test_hidden_files_are_not_listed(self, files: ProjectFiles, name: str) -> None:
        """Hidden files and logs are read by those who know them, and neither shown nor copied."""
        files.replace(name, "mine")
        assert files.read(name, max_bytes=BIG) == b"mine"
        assert [*files.names(), *files.names(name), *files.names(name.split("/")[0])] == []

    def test_a_stamp_shows_a_change(self, files: ProjectFiles) -> None:
        """A program that stays open reads a file again only if the stamp of the file differs."""
        for name in ("artifacts/dream.yaml", "artifacts/seed.yaml", "a.md"):
            files.replace(name, name)
        before = files.stamps("artifacts")
        assert list(before) == ["artifacts/dream.yaml", "artifacts/seed.yaml"]
        assert files.stamps("artifacts") == before
        files.replace("artifacts/seed.yaml", "more")
        files.replace("a.md", "more")
        after = files.stamps("artifacts")
        assert [name for name in before if before[name] != after[name]] == ["artifacts/seed.yaml"]

    def test_removing_what_is_missing_is_no_error(self, files: ProjectFiles) -> None:
        files.replace("bible/a.md", "a")
        for name in ("bible/b.md", "none/b.md", "bible/a.md/b.md"):
            files.remove(name)
            assert files.read(name, max_bytes=BIG) is None
        assert list(files.names()) == ["bible/a.md"]

    def test_a_big_file_is_read_whole_or_refused(self, files: ProjectFiles) -> None:
        """A file that is larger than the reader expects is refused, and never cut."""
        content = b"0123456789abcdef" * 65_536
        files.replace("exports/big.pdf", content)
        assert files.read("exports/big.pdf", max_bytes=len(content)) == content
        with pytest.raises(StoreError, match=r"big\.pdf"):
            files.read("exports/big.pdf", max_bytes=len(content) - 1)

    def test_text_that_cannot_be_stored_changes_nothing(self, files: ProjectFiles) -> None:
        """UTF-8 has no bytes for half a surrogate pair, so the file keeps its old text."""
        files.replace("bible/a.md", "old")
        with pytest.raises(StoreError, match="surrogate"):
            files.replace("bible/a.md", "new \ud83d")
        assert files.read("bible/a.md", max_bytes=BIG) == b"old"
        assert list(files.names()) == ["bible/a.md"]

    def test_names_that_differ_by_case_lose_no_later_text(self, files: ProjectFiles) -> None:
        """Two such names are two files; on some disks, one file with the later text."""
        files.replace("bible/a.txt", "first")
        files.replace("bible/A.txt", "second")
        assert files.read("bible/A.txt", max_bytes=BIG) == b"second"
        contents = [files.read(name, max_bytes=BIG) for name in files.names()]
        assert contents in ([b"second", b"first"], [b"second"])

    def test_a_reader_never_sees_half_a_file(self, files: ProjectFiles) -> None:
        """Two threads replace one file; each reader sees one of the whole texts."""
        texts = [letter.encode() * 200_000 for letter in "ab"]
        files.replace("bible/a.md", texts[0])

        def work(number: int) -> bytes | None:
            if number % 3:
                files.replace("bible/a.md", texts[number % 2])
            return files.read("bible/a.md", max_bytes=BIG)

        with ThreadPoolExecutor(4) as pool:
            assert {*pool.map(work, range(60))} <= {*texts}
        assert list(files.names()) == ["bible/a.md"]

    def test_messages_can_name_the_place(self, files: ProjectFiles) -> None:
        assert files.place("bible/a.md").replace("\\", "/").endswith("bible/a.md")
