"""Tests for selecting the author's material that a request needs."""

from questfoundry.domain.outline.material_parts import MaterialPage, parts_of, select_relevant

PEOPLE = MaterialPage(
    name="bible/people.md",
    text="# People\n\n## Mara Quill\n\nA pilot who cannot swim.\n\n## Tobin Hale\n\n"
    "Keeps the tollgate and a ledger of debts.\n\n## Rules\n\nNobody says the word drowned.\n",
)


def headings(asked: str, tokens: int) -> list[str]:
    return [each.heading for each in select_relevant([PEOPLE], asked, tokens).parts]


def test_all_of_it_where_there_is_room() -> None:
    """Material that fits must reach the model completely. (MAT-1.1)"""
    found = select_relevant([PEOPLE], "a story", 1000)
    assert found.parts == parts_of([PEOPLE])
    assert found.left_out == ()


def test_rules_come_first_then_what_is_named_then_rare_words() -> None:
    """Without room, the rules of the world matter most. (MAT-1.1)"""
    assert headings("Mara Quill takes the boat", 30) == ["Mara Quill", "Rules"]
    assert headings("someone opens the ledger", 30) == ["Tobin Hale", "Rules"]
    assert headings("someone opens the ledger", 12) == ["Rules"]
    assert headings("a dog", 30) == ["Rules"]
    left = select_relevant([PEOPLE], "Mara Quill", 30).left_out
    assert [str(each) for each in left] == [
        "bible/people.md, People",
        "bible/people.md, Tobin Hale",
    ]


def test_a_long_stretch_is_parted() -> None:
    """A single endless paragraph is split into parts without losing text. (MAT-1.1)"""
    text = "word " * 2000
    parts = parts_of([MaterialPage(name="samples/a.txt", text=text)])
    assert all(len(each.text) <= 1500 for each in parts)
    assert sum(each.text.count("word") + each.text.count("wor ") for each in parts) >= 1990
