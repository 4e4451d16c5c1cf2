"""Tests of the author's YAML files: lossless data, kept comments and errors with their place."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from questfoundry.domain.errors import InputError, StoreError, UsageError
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles, render
from tests.strategies.plain import json_objects
from tests.support.examples import examples

_DREAM: dict[str, Any] = {
    "type": "dream",
    "tone": "wry",
    "themes": ["memory", "tide"],
    "creative_vision": "A city below.\n\nA light above.",
    "scope": "one night",
}

_EDITED = """\
# Our story. Keep it strange.
type: dream

tone: wry  # not bleak!
# what it is about
themes:
  # the first one matters most
  - memory
  - tide  # see the letter of May
# the heart of it
creative_vision: |-  # long
  A city below. # not a comment

  A light above.

# how far it reaches
scope: one night
# the end
"""

_KEYS = st.from_regex(r"[a-y][a-z:_]{0,5}[a-z]", fullmatch=True)
_TEXTS = st.one_of(
    st.text(max_size=12),
    st.text(alphabet="abT \u00e9:-#'\"?!,;.[]{}\n 0_/()&*%@`|>=~<", max_size=14),
    st.sampled_from(["true", "Null", "no", "~", "two\nlines", "a long text " * 9, "2020-01-01"]),
)
_VALUES = st.recursive(
    st.one_of(
        _TEXTS,
        st.integers(),
        st.booleans(),
        st.none(),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_KEYS, inner, max_size=3)),
    max_leaves=12,
)


@pytest.fixture
def files(tmp_path: Path) -> YamlArtifactFiles:
    return YamlArtifactFiles(FolderProjectFiles(tmp_path))


@given(data=json_objects())
@example(data={"\x85": "\u2028", "half \ud83d": "\ufeff\n\x00"})
@example(data={"a": " led\nby a space", "b": "gap\n\n", "c": ["", {"x" * 2000: [[], {}]}]})
@examples(80)
def test_any_data_comes_back_from_its_file(data: dict[str, Any]) -> None:
    """Any story text must survive the YAML file, including characters with a meaning in YAML."""
    with TemporaryDirectory() as folder:
        files = YamlArtifactFiles(FolderProjectFiles(Path(folder)))
        files.write("dream", data)

        assert files.read("dream") == data


@given(data=st.dictionaries(_KEYS, _VALUES, min_size=1, max_size=4))
@examples(200)
def test_other_programs_read_the_same_data(data: dict[str, Any]) -> None:
    """An unquoted date or number would be no text for the author's other tools."""
    text = render(data, [], "ours.yaml")

    assert YAML(typ="safe", pure=True).load(text) == data


@given(old=json_objects(), new=json_objects())
@examples(40)
def test_comments_outlive_any_change_of_the_data(old: dict[str, Any], new: dict[str, Any]) -> None:
    """Comments are the author's notes, and the program must never delete them. (STO-4.5)"""
    with TemporaryDirectory() as folder:
        files = YamlArtifactFiles(FolderProjectFiles(Path(folder)))
        path = Path(files.write("dream", old))
        remarks = ["# the first remark", "# the last remark"]
        path.write_text(f"{remarks[0]}\n{path.read_text()}{remarks[1]}\n")

        files.write("dream", new)

        assert files.read("dream") == new
        assert [line for line in path.read_text().splitlines() if line in remarks] == remarks


def test_a_file_reads_well(files: YamlArtifactFiles) -> None:
    """Authors edit these files, so order and block texts must be readable."""
    long = "It is a city that forgot the sun, and a sun that never forgot it, not for one day."

    path = files.write("dream", {**_DREAM, "content_notes": "", "long": long, "odd": "a\tb"})

    assert Path(path).read_text() == (
        "type: dream\n"
        "tone: wry\n"
        "themes:\n"
        "  - memory\n"
        "  - tide\n"
        "creative_vision: |-\n"
        "  A city below.\n"
        "\n"
        "  A light above.\n"
        "scope: one night\n"
        "content_notes: ''\n"
        "long: |-\n"
        f"  {long}\n"
        'odd: "a\\tb"\n'
    )


_CHANGED = """\
# Our story. Keep it strange.
type: dream

tone: bleak  # not bleak!
subgenre: gothic
# what it is about
themes:
  # the first one matters most
  - salt
  - memory  # see the letter of May
  - tide
# the heart of it
creative_vision: Short now.  # long

# how far it reaches
scope: one year
# the end
"""

_SHORTENED = """\
# Our story. Keep it strange.
type: dream
# what it is about
# see the letter of May
themes:
  # the first one matters most
  - memory

# not bleak!
# the heart of it
# long

# how far it reaches
# the end
"""


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        (
            {
                "type": "dream",
                "tone": "bleak",
                "subgenre": "gothic",
                "themes": ["salt", "memory", "tide"],
                "creative_vision": "Short now.",
                "scope": "one year",
            },
            _CHANGED,
        ),
        ({"type": "dream", "themes": ["memory"]}, _SHORTENED),
    ],
    ids=["changed values", "values that are gone"],
)
def test_comments_stay_with_their_values(
    files: YamlArtifactFiles, changes: dict[str, Any], after: str
) -> None:
    """A comment at the wrong value would mislead, and no comment may be lost. (STO-4.5)"""
    path = _put(files, _EDITED)
    files.write("dream", changes)
    assert path.read_text() == after


def test_a_file_that_says_the_same_already_is_not_touched(files: YamlArtifactFiles) -> None:
    """Rewriting an unchanged file would destroy the author's own formatting."""
    path = _put(files, "scope:   'one night'\ntone: >\n  wry\n  indeed\n")
    before = path.read_bytes()

    files.write("dream", {"tone": "wry indeed\n", "scope": "one night"})

    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        (
            "type: dream\ntone: wry: bleak\n",
            "line 2, column 10",
            r"mapping values.*\(put a text with a colon in quotes",
        ),
        (
            "themes: [memory\ntone: wry\n",
            "line 2, column 5",
            r"expected ',' or ']'.*\(close the bracket",
        ),
        (
            "themes:\n\t- memory\n",
            "line 2, column 1",
            r"cannot start any token \(indent with spaces, not with tabs\)",
        ),
        ("tone: @wry\n", "line 1, column 7", r"\(put the text in quotes\)"),
        ("tone: wry\n  style: x\n", "line 2, column 8", "a space after the colon"),
        ("a:\n  - b\n c: d\n", "line 3, column 2", "of one list, alike"),
        ("tone: wry\nbleak\nstyle: x\n", "line 3, column 1", "write `key: value`"),
        (
            "tone: 'wry\n",
            "line 2, column 1",
            r"unexpected end of stream \(close the quotation marks\)",
        ),
        ("type: dream\n---\ntype: dream\n", "line 2, column 1", "another document"),
        ("- memory\n- tide\n", "line 1, column 1", "keys with values"),
        ("just words\n", "line 1, column 1", "keys with values"),
        ("# nothing yet\n", "line 1, column 1", "keys with values"),
        (
            "tone: wry\nscope: x\ntone: bleak\n",
            "line 3, column 1",
            "the key 'tone' is used twice, f",
        ),
        ("themes:\n  - {a: 1, a: 2}\n", "line 2, column 12", "twice, first in line 2"),
        ("tone: !!python/object/apply:os.getcwd []\n", "line 1, column 7", "the tag .* remove it"),
        ("tone: !mood wry\n", "line 1, column 7", "the tag !mood"),
        ("tone: !!binary aGk=\n", "line 1, column 7", "the tag .*binary"),
        ("version: !!int one\n", "line 1, column 10", "'one' is not a valid int"),
        ("tone: &t wry\nstyle: *t\n", "line 1, column 7", "aliases"),
        ("themes: &t [*t]\n", "line 1, column 9", "aliases"),
        ("1: wry\n", "line 1, column 1", "must be text"),
        ("? [a, b]\n: wry\n", "line 1, column 3", "must be text"),
        ("tone: wry\nstyle: 'a\x01'\n", "line 2, column 10", "as an escape"),
        ("a: " + "[" * 500 + "]" * 500 + "\n", "line 1, column 204", "nested too deeply"),
    ],
)
def test_faults_have_lines(files: YamlArtifactFiles, text: str, where: str, what: str) -> None:
    """A typing error is shown at its line and never overwritten."""
    path = _put(files, text)

    with pytest.raises(InputError, match=rf"dream\.yaml', {where}: .*{what}") as caught:
        files.read("dream")
    assert "story.db" in str(caught.value)

    with pytest.raises(InputError):
        files.write("dream", _DREAM)
    assert path.read_text() == text


def test_a_file_in_another_encoding_is_told(files: YamlArtifactFiles) -> None:
    """An editor may save another encoding, and the author can correct it."""
    _put(files, "").write_bytes("tone: kühl\n".encode("latin-1"))

    with pytest.raises(InputError, match=r"not UTF-8.*byte 7.*Save it"):
        files.read("dream")


def test_what_other_yaml_takes_for_dates_or_truths_is_text(files: YamlArtifactFiles) -> None:
    """A title like "yes" or "12:30" must not become a truth value or a number."""
    _put(files, "\ufefffirst: 2020-01-01\nsecond: yes\nthird: 12:30\nfourth: =\n")

    assert files.read("dream") == {
        "first": "2020-01-01",
        "second": "yes",
        "third": "12:30",
        "fourth": "=",
    }


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["type"], 2),
        (["themes"], 6),
        (["themes", 1], 9),
        (["creative_vision"], 11),
        (["scope"], 17),
        (["themes", 7], None),
        (["genre"], None),
    ],
)
def test_values_have_lines(
    files: YamlArtifactFiles, path: list[str | int], line: int | None
) -> None:
    _put(files, _EDITED)

    place = files.place_of("dream", path)
    assert place == (line and FilePlace("artifacts/dream.yaml", line))


def test_a_write_that_fails_leaves_the_old_file(files: YamlArtifactFiles, tmp_path: Path) -> None:
    """A full disk must not leave half an artifact or a temporary file."""
    path = Path(files.write("dream", _DREAM))
    before = path.read_bytes()

    with _largest_file(100), pytest.raises(StoreError, match=r"dream\.yaml.*unchanged.*free space"):
        files.write("dream", {**_DREAM, "scope": "wide " * 100})

    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["dream.yaml"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """An impossible folder must be named instead of producing an operating-system error."""
    (tmp_path / "artifacts").write_text("a file where the folder should be")
    files = YamlArtifactFiles(FolderProjectFiles(tmp_path))

    with pytest.raises(StoreError, match=r"dream\.yaml"):
        files.write("dream", _DREAM)


def test_data_that_is_not_json_writes_no_file(files: YamlArtifactFiles, tmp_path: Path) -> None:
    """Data that is not JSON could not be read back, so no file may be written."""
    with pytest.raises(UsageError, match="JSON"):
        files.write("dream", {"themes": {"a", "set"}})

    assert not (tmp_path / "artifacts").exists()


def _put(files: YamlArtifactFiles, text: str) -> Path:
    path = Path(files.write("dream", {}))
    path.write_text(text, encoding="utf-8")
    return path


@contextmanager
def _largest_file(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
