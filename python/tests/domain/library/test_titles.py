import pytest

from questfoundry.domain.library.text import find_author, find_title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        *((text, "") for text in ("untitled", "Untitled-1", "(Untitled)", "Unknown", "Ohne Titel")),
        *((text, "") for text in ("Document1", "No Title", "sea.indd", "Microsoft Word - a b.doc")),
        ("Microsoft Word - The Sea", "The Sea"),
        *((text, text) for text in ("The Sea", "1984", "The Book", "Untitled Love", "Emma.")),
    ],
)
def test_a_title_that_a_program_filled_in_is_none(text: str, title: str) -> None:
    """Several books called "untitled" look alike in a list."""
    assert find_title(text) == title


@pytest.mark.parametrize(
    ("text", "author"),
    [("(anonymous)", ""), ("Unknown", ""), ("Anonymous", "Anonymous"), ("Ann", "Ann")],
)
def test_an_author_that_a_program_filled_in_is_none(text: str, author: str) -> None:
    """A model would name the author "(anonymous)" in its answers."""
    assert find_author(text) == author
