import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.library.paging import PageKey, find_label, format_label_ranges, parse_label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("12", "12"),
        (" Page 12 ", "12"),
        ("p. xii", "xii"),
        ("Seite 7", "7"),
        ("A-3", "A-3"),
        ("cover", "cover"),
        ("page 12 of 300", "12"),
        ("the cover", ""),
        ("", ""),
    ],
)
def test_a_label_is_found_among_words(text: str, label: str) -> None:
    """Page lists write "Page 12" for the page that a reader calls 12."""
    assert find_label(text) == label


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("12", PageKey("", 12)),
        ("xiv", PageKey("roman", 14)),
        ("XL", PageKey("roman", 40)),
        ("A-3", PageKey("a-", 3)),
        ("cover", PageKey("cover", 0)),
    ],
)
def test_a_label_has_a_place_in_its_series(label: str, key: PageKey) -> None:
    """Only pages of one series follow each other: i, ii, iii, but not iii and 4."""
    assert parse_label(label) == key


@given(st.text())
def test_any_text_may_be_a_label(text: str) -> None:
    """A file can contain anything as a label."""
    parse_label(text)
    find_label(text)


def test_consecutive_pages_are_named_in_short() -> None:
    """A scan of 300 pages must not fill the screen with numbers."""
    labels = ["i", "ii", "iii", "1", "2", "4", "A-1", "A-2", "cover"]
    assert format_label_ranges(labels) == "i-iii, 1-2, 4, A-1-A-2, cover"
