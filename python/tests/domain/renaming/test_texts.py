"""Tests for renaming an entity in sentences and ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.renaming import TextRenaming, find_lowercase_words, phrases_of, rename_ids

OTHERS = ("Tom Voss", "Sunken Bank")


def carry(
    text: str, old: str, new: str, *, person: bool = True, beside: str = ""
) -> tuple[str, int]:
    phrases = phrases_of(old, new, person=person, others=OTHERS)
    common = find_lowercase_words([text, beside], phrases)
    made = TextRenaming(phrases=phrases, common=common).rename(text)
    return made.text, len(made.unsure)


@pytest.mark.parametrize(
    ("text", "old", "new", "expected", "unsure"),
    [
        ("Mara Lind dives.", "Mara Lind", "Vera Holm", "Vera Holm dives.", 0),
        ("MARA LIND, mara lind", "Mara Lind", "Vera Holm", "VERA HOLM, vera holm", 0),
        ("Mara\nLind's boat", "Mara Lind", "Vera Holm", "Vera Holm's boat", 0),
        (
            "Mara's, Mara\u2019s, Miss Lind",
            "Mara Lind",
            "Vera Holm",
            "Vera's, Vera\u2019s, Miss Holm",
            0,
        ),
        (
            "\u201cMara!\u201d MARA Mara-like",
            "Mara Lind",
            "Vera Lind",
            "\u201cVera!\u201d VERA Vera-like",
            0,
        ),
        ("Mara knows Marathon, O'Mara", "Mara", "Vera", "Vera knows Marathon, O'Mara", 1),
        # A part that is also another's name, and a part without a replacement.
        ("Mara and Voss", "Mara Voss", "Vera Holm", "Vera and Voss", 1),
        ("Mara Lind. Lind swims.", "Mara Lind", "Vera", "Vera. Lind swims.", 1),
        ("Ross' boat and Ross's oar", "Ross", "Vera", "Vera's boat and Vera's oar", 0),
        ("Vera's boat", "Vera", "Ross", "Ross's boat", 0),
        # A name that is also a word.
        ("Will you? Yes, Will will.", "Will", "Bo", "Will you? Yes, Bo will.", 2),
        ("Will dives.", "Will", "Bo", "Bo dives.", 0),
        ("Ann Lee met Ann.", "Ann", "Ann Marie", "Ann Marie Lee met Ann Marie.", 0),
        ("Nobody.", "Mara Lind", "Vera Holm", "Nobody.", 0),
    ],
)
def test_a_person_is_renamed(text: str, old: str, new: str, expected: str, unsure: int) -> None:
    """A doubtful form of a name is left for the author. (REN-1.1)"""
    assert carry(text, old, new) == (expected, unsure)


@pytest.mark.parametrize(
    ("text", "old", "new", "expected", "unsure"),
    [
        ("At the Sunken Quay.", "Sunken Quay", "Dry Hall", "At the Dry Hall.", 0),
        ("In the sunken quay's door", "Sunken Quay", "Dry Hall", "In the dry hall's door", 0),
        ("Sunken quay, the quay", "Sunken Quay", "Dry Hall", "Dry Hall, the quay", 1),
        ("The ledger, her ledger", "The Ledger", "The Codex", "The codex, her codex", 0),
        (
            "Wait at Gull Point. Gull Point's lamp",
            "Gull Point",
            "The Light",
            "Wait at the Light. The Light's lamp",
            0,
        ),
        (
            "The ledger is here: a ledger",
            "The Ledger",
            "Oath Stone",
            "Oath Stone is here: an oath stone",
            0,
        ),
        (
            "The Gull Point way, an old Gull Point",
            "Gull Point",
            "The Light",
            "The Light way, an old Light",
            0,
        ),
        ("to Venice, a venice", "Venice", "Trieste", "to Trieste, a venice", 1),
    ],
)
def test_a_place_is_renamed(text: str, old: str, new: str, expected: str, unsure: int) -> None:
    """Parts of a place's name are common words. (REN-1.1)"""
    assert carry(text, old, new, person=False) == (expected, unsure)


@given(st.text(alphabet="Mara Vers.'\n\u2019lindLIND", max_size=60))
def test_no_second_name_is_left_where_nothing_is_unsure(text: str) -> None:
    """A leftover old name would turn one character into two. (REN-1.1)"""
    made, unsure = carry(text, "Mara", "Vex")
    words = "".join(each if each.isalpha() or each in "'\u2019" else " " for each in made).split()
    assert unsure or "Mara" not in words
    assert carry(made, "Mara", "Vex") == (made, unsure)


IDS = {
    "character::mara-voss",
    "dilemma::does-mara-tell",
    "beat::does-mara-tell-shared-1",
    "choice::setup-1--does-mara-tell-default",
    "location::marathon-road",
}


def test_ids_that_are_made_of_the_name_follow_it_alike() -> None:
    """Ids with the old name would mislead, and links must not break."""
    phrases = phrases_of("Mara Voss", "Vera Holm", person=True, others=()).replaced
    own = {"character::mara-voss": "character::vera-holm"}
    assert rename_ids(IDS, phrases, own) == {
        **own,
        "dilemma::does-mara-tell": "dilemma::does-vera-tell",
        "beat::does-mara-tell-shared-1": "beat::does-vera-tell-shared-1",
        "choice::setup-1--does-mara-tell-default": "choice::setup-1--does-vera-tell-default",
    }


@pytest.mark.parametrize("there", ["dilemma::does-vera-tell", f"dilemma::mara-{'x' * 42}"])
def test_only_its_own_id_follows_where_others_could_not(there: str) -> None:
    """An id that would collide or grow too long must stay, or a file could not be read."""
    phrases = phrases_of("Mara", "Vera Holm", person=True, others=()).replaced
    if "vera" in there:
        phrases = phrases_of("Mara", "Vera", person=True, others=()).replaced
    own = {"character::mara-voss": "character::vera-holm"}
    assert rename_ids({*IDS, there}, phrases, own) == own
