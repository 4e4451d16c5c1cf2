"""Words that a line's end divides."""

import pytest

from questfoundry.infra.documents.plain_text import LINE_HYPHEN, LineJoiner

_ENGLISH = [
    "The keeper of the lighthouse was well known to all of us, and the officer found a flower in",
    "the room of the captain. It was a remarkable morning, with fog on the water and no wind.",
]


def _join(*lines: str, book: tuple[str, ...] = ()) -> str:
    return LineJoiner([*_ENGLISH, *book, *lines]).join(lines)


@pytest.mark.parametrize("hyphen", ["-", "\u2010", LINE_HYPHEN])
@pytest.mark.parametrize(
    ("head", "tail", "whole"),
    [
        ("exam", "ple.", "example."),
        ("well", "known,", "well-known,"),
        ("lighthouse", "keeper's", "lighthouse-keeper's"),
        ("extraordi", "nary", "extraordinary"),
        ("mother-in", "law", "mother-in-law"),
        ("well-remem", "bered", "well-remembered"),
        ("foot", "ball", "football"),
        ("thou", "sand", "thousand"),
        ("self-ref", "erential", "self-referential"),
        ("1914", "18", "1914-18"),
        ("AFFGHA", "NISTAN", "AFFGHANISTAN"),
        ("Anglo", "Saxon", "Anglo-Saxon"),
        ("two", "and three-masted", "two- and three-masted"),
    ],
)
def test_a_divided_word_loses_its_hyphen_and_a_compound_keeps_it(
    head: str, tail: str, whole: str, hyphen: str
) -> None:
    """A search finds neither "exam-ple" nor "wellknown"."""
    assert _join(f"the {head}{hyphen}", f"{tail} end") == f"the {whole} end"


def test_the_book_s_own_spelling_counts_first() -> None:
    """A dictionary knows neither the names of a book nor its century."""
    assert _join("we go to-", "day", book=("to-day and to-day",)) == "we go to-day"
    assert _join("we go to-", "day") == "we go today"
    assert _join("old harpoon-", "eers", book=("the harpooneers",)) == "old harpooneers"
    assert (
        _join("a whale-", "boat", book=("whale-boat", "whale-boat", "whaleboat")) == "a whale-boat"
    )


def test_a_book_in_another_language_keeps_no_hyphen_for_english_words() -> None:
    """English words can be syllables of French or German ones."""
    lines = ["Il y a main\x02", "tenant un an."]
    french = ["La mer était calme et le gardien du phare dormait dans la maison de son père."]
    assert LineJoiner([*french, *lines]).join(lines) == "Il y a maintenant un an."


def test_other_lines_are_joined_with_a_space() -> None:
    """Dashes at the end of a line divide no word, and a soft hyphen always does."""
    assert _join("the sea --", "and the sky") == "the sea -- and the sky"
    assert _join("the sea \u2014", "and the sky") == "the sea \u2014 and the sky"
    assert _join("light\xad", "house keeper") == "lighthouse keeper"
    assert _join("the end of exam-", "") == "the end of exam-"
    assert _join(f"the end of exam{LINE_HYPHEN}") == "the end of exam-"
