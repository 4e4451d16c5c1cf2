"""Tests of Twee 3 passage headers."""

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.infra.foreign.twee_passages import (
    MAX_BYTES,
    MAX_LINKS,
    MAX_PASSAGES,
    TweePassage,
    parse_passages,
)


def read(text: str, name: str = "story.twee") -> list[TweePassage]:
    return parse_passages(SourceFile(name, text.encode()))


@pytest.mark.parametrize(
    ("header", "name", "tags"),
    [
        (":: An overgrown path", "An overgrown path", ""),
        ("::An overgrown path  ", "An overgrown path", ""),
        (":: Path [forest spooky]", "Path", "forest spooky"),
        (':: Path [forest spooky] {"position":"600,400"}', "Path", "forest spooky"),
        (':: Path {"position":"600,400"}', "Path", ""),
        (":: Path[tag]{}", "Path", "tag"),
        (":: Path []", "Path", ""),
        (r":: A \[b\] \{c\} \\ \q [t\]ag \{x]", r"A [b] {c} \ q", "t]ag {x"),
        (":: Path {no JSON}", "Path", ""),
        (":: Path [never closed", "Path [never closed", ""),
        (":: a]b}c", "a]b}c", ""),
        (":: ends in a backslash\\", "ends in a backslash\\", ""),
        (":: Path <12,34>", "Path <12,34>", ""),
        ("::", "", ""),
    ],
)
def test_a_header_has_a_name_and_tags(header: str, name: str, tags: str) -> None:
    """A header with escapes or metadata must give the name that links use. (FMT-3.1)"""
    (passage,) = read(f"{header}\ntext")
    assert (passage.name, passage.tags) == (name, frozenset(tags.split()))


def test_twee_2_ends_a_header_with_a_position() -> None:
    """Twee 2 files are still in use, and the position would otherwise become part of the name."""
    tagged, bare = read(":: A [t] <12,34>\n:: B <5,6>", name="story.tw2")
    assert (tagged.name, tagged.tags, bare.name) == ("A", {"t"}, "B")


def test_a_passage_goes_on_to_the_next_header() -> None:
    """Line numbers in findings depend on the exact end of each passage, for any line ending."""
    text = "not in a passage\n:: A\r\n\r\none\r\n :: no header\r\rtwo  \n\n\n:: B\n:: C\nlast"
    first, empty, last = read(text)
    assert (first.text, empty.text, last.text) == ("\none\n :: no header\n\ntwo", "", "last")
    assert [each.place.line for each in (first, empty, last)] == [2, 10, 11]


def test_a_byte_order_mark_is_no_text() -> None:
    (passage,) = parse_passages(SourceFile("a.twee", b"\xef\xbb\xbf:: A"))
    assert passage.name == "A"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b":: A\nfine\nbr\xe4ken", "'a.twee', line 3: byte 0xe4 is not UTF-8"),
        (b":: A\n\x00", "'a.twee', line 2: the file contains a NUL"),
        (":: A".encode("utf-16"), "'a.twee', line 1: byte 0xff is not UTF-8"),
        (b"x" * (MAX_BYTES + 1), "'a.twee' has more than 33,554,432 bytes"),
    ],
)
def test_a_file_that_is_no_text_is_refused(content: bytes, told: str) -> None:
    """A file in another encoding must be refused with the line to correct."""
    with pytest.raises(InputError, match=told):
        parse_passages(SourceFile("a.twee", content))


@pytest.mark.parametrize(
    ("text", "told"),
    [("::\n" * (MAX_PASSAGES + 1), "100,001 passages"), ("[[" * (MAX_LINKS + 1), "300,001 links")],
)
def test_a_file_that_would_fill_the_memory_is_refused(text: str, told: str) -> None:
    """A small file with millions of headers would exhaust the memory."""
    with pytest.raises(InputError, match=told):
        read(text)
