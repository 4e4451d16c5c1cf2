"""Tests of writing one passage of an imported file without changing anything else."""

from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.errors import InputError, StoreError
from questfoundry.infra.foreign.source_folder import SourceFolder
from questfoundry.infra.foreign.twee_body import split_source_text
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.testing import StorySourceContract

STORY = [
    ":: StoryData",
    '{"format": "SugarCube", "start": "Start"}',
    "",
    ":: Start [a b] {}  ",
    "",
    "You see $thing & more.  ",
    "",
    "<<if $x>>[[On->End]]<</if>>  ",
    "",
    "",
    ":: End",
    "Ünd so.",
]
HTML = (
    '<html><script>var x = "<tw-passagedata";</script><tw-storydata name="T" startnode="1" '
    'format="Harlowe" hidden>\n<style>a</style><script role="script">go()</script>'
    '<tw-passagedata pid="1" name="Start" tags="">{0}</tw-passagedata>'
    '<tw-passagedata name="End" pid="2">Ünd &#x27;so&quot;.</tw-passagedata></tw-storydata></html>'
)


def folder(path: Path, name: str, content: bytes) -> SourceFolder:
    (path / "source").mkdir()
    (path / "source" / name).write_bytes(content)
    return SourceFolder(FolderProjectFiles(path))


class TestSourceFolderOfTwee(StorySourceContract):
    """The source folder contract with a Twee file. (IMP-3.1)"""

    @pytest.fixture
    def source(self, tmp_path: Path) -> SourceFolder:
        return folder(tmp_path, "s.twee", "\r\n".join(STORY).encode())


class TestSourceFolderOfHtml(StorySourceContract):
    """The source folder contract with an HTML file. (IMP-3.1)"""

    @pytest.fixture
    def source(self, tmp_path: Path) -> SourceFolder:
        text = "You &amp; I.\r\n[[On|End]]"
        return folder(tmp_path, "s.html", HTML.replace("{0}", text).encode())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_same_text_is_the_same_twee(tmp_path: Path, end: str, mark: bytes) -> None:
    """Version control must show only the changed passage. (IMP-3.1)"""
    before = mark + end.join(STORY).encode()
    source = folder(tmp_path, "Story.Twee", before)
    text = source.text("Start").text
    path = Path(source.write("Start", text))
    assert path.read_bytes() == before
    source.write("Start", "Other.\n[[On->End]]")
    new = [*STORY[:4], "Other.", "[[On->End]]  ", "", "", *STORY[10:]]
    assert path.read_bytes() == mark + end.join(new).encode()
    assert source.text("End").text == "Ünd so."
    source.write("End", "So.")
    assert path.read_bytes() == mark + end.join([*new[:-1], "So."]).encode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_same_text_is_the_same_html(tmp_path: Path, end: str) -> None:
    """The player program around the story must survive the rewriting of a passage. (IMP-3.1)"""
    text = f"{end}You & <b>I</b>.{end}{end}[[On|End]]{end}"
    before = HTML.replace("{0}", escape(text)).encode()
    source = folder(tmp_path, "s.html", before)
    path = Path(source.write("Start", source.text("Start").text))
    assert path.read_bytes() == before
    source.write("Start", 'No "tag" </tw-passagedata>')
    other = f"{end}No &quot;tag&quot; &lt;/tw-passagedata&gt;{end}"
    assert path.read_bytes() == HTML.replace("{0}", other).encode()
    assert source.text("Start").text == 'No "tag" </tw-passagedata>'


def test_no_link_below_the_folder_is_read(tmp_path: Path) -> None:
    """A link inside a foreign project could show or overwrite a private file."""
    (tmp_path / "secret.twee").write_text(":: Start\nSecret.")
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "s.twee").symlink_to(tmp_path / "secret.twee")
    with pytest.raises(StoreError):
        SourceFolder(FolderProjectFiles(tmp_path)).story()


def test_a_name_that_two_have_is_refused(tmp_path: Path) -> None:
    """Rewriting the wrong one of two passages with one name would destroy text."""
    source = folder(tmp_path, "s.twee", b":: A\nx\n\n:: A\ny\n")
    for name in ("A", "B"):
        with pytest.raises(InputError):
            source.text(name)


TEXTS = st.lists(
    st.sampled_from(
        [
            *("[[On->End]]", "[[", "]]", "<<if $x>>", "<</if>>", "(if: $x is 'a)')[", "]", "{1}"),
            *(
                "<%= s.x %>",
                "<b>",
                "$x.y",
                "{link to: 'A'}",
                "[if x]\n",
                "\n::",
                "<!--",
                "\\",
                "&#1;",
            ),
            *("You ", "wait. ", "\n", "\n\n", " ", "(", ")", '"', "<", "/%", "%/", "x: 1\n--\n"),
        ]
    ),
    max_size=12,
).map("".join)


@given(TEXTS, st.sampled_from(["SugarCube", "Harlowe", "Chapbook", "Snowman", ""]))
def test_any_text_is_parted_and_joined(text: str, story_format: str) -> None:
    """A model must see only prose, and joining the parts must restore every character."""
    parted = split_source_text(text, story_format)
    assert parted.text == text
    assert not set("[]{}") & set(parted.prose)
    assert parted.fill_placeholders(parted.prose_with_placeholders) == text
    assert split_source_text(text, story_format).code == parted.code


def test_marks_that_are_not_as_they_were_fill_nothing() -> None:
    """A lost or moved placeholder would lose or move a link of the story."""
    parted = split_source_text("A [[b]] c <<d>> e", "SugarCube")
    assert parted.prose_with_placeholders == "A {1} c {2} e"
    for answer in ("A", "{1}", "{2} {1}", "{1} {1} {2}", "{1} {2} {3}"):
        assert parted.fill_placeholders(answer) is None
    assert parted.fill_placeholders("X {1}{2}") == "X [[b]]<<d>>"
