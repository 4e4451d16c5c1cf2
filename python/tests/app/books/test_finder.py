import pytest

from questfoundry.app.books.finder import BookHeading
from questfoundry.domain.errors import InputError
from tests.support.ingesting import Library, library


async def _three() -> Library:
    found = library(
        {
            "sea.md": "# The Sea\n\nIt is wide.\n\n## Storms\n\nThey come.\n\n# End\n\nIt ends.",
            "seal.txt": "Title: The Seal\n\nIt swims.",
            "land.txt": "It is dry.",
        }
    )
    for place in found.files.files:
        await found.add.execute(place)
    return found


@pytest.mark.parametrize(
    ("name", "book"),
    [
        ("book::the-sea", "book::the-sea"),
        ("the-sea", "book::the-sea"),
        ("The Sea", "book::the-sea"),
        ("the-seal", "book::the-seal"),
        ("lan", "book::land"),
    ],
)
async def test_a_book_is_found_by_its_id_or_the_beginning_of_it(name: str, book: str) -> None:
    """Readers do not want to type a whole book id."""
    assert (await _three()).finder.find(name).id == book


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("the", "'the' may be several books: book::the-sea, book::the-seal. Name one of them."),
        ("x", "There is no book 'x'. The library has: book::the-sea, book::the-seal, book::land."),
        ("", "There is no book ''. The library has: "),
    ],
)
async def test_a_name_that_is_no_book_s_lists_the_books(name: str, problem: str) -> None:
    """An unknown or ambiguous name is easy to correct if the error lists the books."""
    with pytest.raises(InputError) as caught:
        (await _three()).finder.find(name)

    assert str(caught.value).startswith(problem)


async def test_two_books_of_one_long_title_are_told_apart() -> None:
    """A long title must not cut off the number that separates two ids."""
    title = "The Sea and all that lives in it, from the shore to the deepest trench of all"
    found = library({f"{n}.md": f"# {title}\n\nIt has {n} parts." for n in "ab"})
    first, second = [(await found.add.execute(place)).book.id for place in found.files.files]
    assert second == f"{first}-2"
    assert {found.finder.find(each).id for each in (first, second)} == {first, second}


def test_an_empty_library_says_how_to_fill_it() -> None:
    """A new user needs the command that adds a book."""
    with pytest.raises(InputError, match=r"the library is empty\. Add the book"):
        library({}).finder.find("sea")


async def test_a_book_is_shown_removed_and_added_again() -> None:
    """Readers set their page by headings; leftover chunks would appear in searches."""
    report = await (await _three()).show.execute("the-sea")

    assert report.findable == report.book.chunks == 3
    assert report.contents == (
        BookHeading("The Sea", 1),
        BookHeading("Storms", 1),
        BookHeading("End", 1),
    )

    found = await _three()

    gone = await found.remove.execute("land")

    assert gone.id == "book::land"
    assert [book.id for book in found.finder.books.list()] == ["book::the-sea", "book::the-seal"]
    assert found.finder.chunks.list_after(gone.id, -1, 1) == []
    assert await found.finder.index.count(gone.id) == 0
    assert (await found.add.execute("land.txt")).book == gone
