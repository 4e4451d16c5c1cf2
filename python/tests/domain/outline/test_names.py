"""Tests for finding the people, places and things that an outline names."""

import pytest
import yaml

from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from tests.support.outline_names import OUTLINES, found_in

OUTLINE = """\
# The Salt Ledger

The town of Saltmouth has had one bank since the flood, and one man who knows what is in it.

## People

- **Mara Quill**: a harbour pilot who cannot swim.
- Tobin Hale, her brother, keeps the tollgate
- Edda Voss - the banker
1. Old Perrin (a diver)
- somebody who is never named: the thief

## Places

### The Drowned Chapel

Its bell rings at low water.

### Tollgate House

## What happens

1. Mara Quill finds a page of the ledger.
2. Chapter Two: the gate. Councillor Brandt asks for it.
3. Councillor Brandt lies. Then Councillor Brandt burns the page in the town of Saltmouth.

Theme: debt. Note: keep it short.
"""
TWELVE = "Mara Quill|Tobin Hale|Edda Voss|Old Perrin|Drowned Chapel|Tollgate House"


def names(text: str) -> str:
    return "|".join(each.name for each in find_outline_names([MaterialPage(name="o", text=text)]))


def test_those_listed_and_those_often_named() -> None:
    """An author's listed and often mentioned names must appear in the story."""
    assert names(OUTLINE) == f"{TWELVE}|Councillor Brandt|Saltmouth"
    told = {
        each.name: each.told for each in find_outline_names([MaterialPage(name="o", text=OUTLINE)])
    }
    assert told["Mara Quill"] == "a harbour pilot who cannot swim."
    assert told["Old Perrin"] == "a diver"


RUNNING = """\
WHO IS IN IT
------------

Ingrid Halloran is who we play. It's cold where she is, and they still call her Wren.

Her father, Amos Halloran, is dead. Then there's Nobody.

The man who counts: Mr. Lucien Abernathy, of the Board. Then there's Faith, who
raised Ingrid. I've no faith in it.

**HOW IT GOES**

Ingrid comes out with Captain Pell. Perhaps Faith lies. Ingrid is at Faith's on Sunday, at the
Larder the Monday, and Abernathy comes. She sees the Larder. Amos and Captain Pell and the captain.

* Meanwhile it rains. Meanwhile it snows. Meanwhile Tam sleeps.
* Tam wakes. Pell would die for the Larder. They die.
* Tam leaves.
"""


def test_names_in_running_text() -> None:
    """Many outlines introduce people in prose and mark headings only by capitals or bold."""
    found = "Ingrid Halloran|Amos Halloran|Lucien Abernathy"
    assert names(RUNNING) == f"{found}|Faith|Tam|Larder|Captain Pell"
    assert names(RUNNING.replace("**HOW IT GOES**", "Story\n=====")) == names(RUNNING)


KILN = """\
CAST OF CHARACTERS

NELL ASHBY, 19, apprentice. Stubborn.
ROSE \u2014 the potter's wife, ill.
Will, the carter; everybody owes Will money.
the Bishop of Thorne (never seen)

LOCATIONS
The Kiln. Thornebridge. May's Tavern

ACT ONE

1. Nell breaks the cup meant for the Bishop of Thorne. Rose rose early.
2. Will offers to buy a second cup. Will he pay? He will.
"""
WINTER = """\
# Der lange Winter

## Figuren

Anna Weber ist die Müllerin. Sie hat Angst vor dem Wasser.

Ihr Bruder Jakob kommt aus Bremen zurück und sucht das Geld.

## Handlung

1. Anna findet den Brief in der Mühle.
2. Jakob und Anna streiten am Fluss. Das Eis bricht unter Jakob.
"""
LOBO = """\
Personajes:
- Inés Robles, maestra
- Don Fermín (el alcalde)

Lugares: Puerto Lobo, Casa Vieja

Inés llega a Puerto Lobo. Don Fermín la recibe. Inés encuentra la carta.
"""

SALT_ROAD = """\
# The Salt Road

## Places
- The Salt House
- the Old Causeway: floods twice a day
- A tide mill
- harbour

Things: the brass compass, a ledger and St Orlan's bell

1. Ines hides in the Salt House.
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            SALT_ROAD,
            "The Salt House location|the Old Causeway location|A tide mill location"
            "|harbour location|the brass compass object|a ledger object|St Orlan's bell object",
        ),
        (
            KILN,
            "Nell Ashby character|Rose character|Will character|Bishop of Thorne character"
            "|The Kiln location|Thornebridge location|May's Tavern location",
        ),
        (WINTER, "Anna Weber character|Jakob character"),
        (
            LOBO,
            "Inés Robles character|Don Fermín character|Puerto Lobo location|Casa Vieja location",
        ),
    ],
)
def test_names_and_kinds_as_people_list_them(text: str, found: str) -> None:
    """Authors write their lists in many forms, and each form must be understood."""
    listed = find_outline_names([MaterialPage(name="o", text=text)])
    assert "|".join(f"{each.name} {each.kind}" for each in listed if each.is_listed) == found


MISSED = {
    "bullets": "Meridian",  # only ever "the Meridian", a hotel, a magazine or an office
    "german": "Elbe",  # follows an article, like every German noun
    "orchard": "Aurette",
    "bible": "Causeway",  # only ever begins a sentence
    "french": "Kerlavoz",
    "tale": "Queen of Noon",
    "homestead": "Storhaug",  # appears only in the title
    "crime": "Jenna",  # is not in the list of people, and named once by her first name
}
"""The names that are not found, by outline."""


@pytest.mark.parametrize("outline", sorted(each.stem for each in OUTLINES.glob("*.md")))
def test_whom_a_reader_finds_in_an_outline(outline: str) -> None:
    """The search must find the same people and places as a human reader."""
    found = found_in(outline)
    assert not found.noise
    assert "|".join(found.missed) == MISSED.get(outline, "")


def test_who_is_the_heron_has_another_name() -> None:
    """A nickname is no second character; a single name counts when repeated."""
    text = (
        "## People\n\nThe main figure is Jana Krall, the warden of the pond. Otmar Pech kept it"
        " before her. He is the Heron: tall and grey.\n\nBenno Lissak is the chairman.\n\n"
        "## Plot\n\nThe Heron waits, and Jana waits. A car comes, and out of it climbs Rosalie"
        " Thun, who looks after all. They drive to Dubrau, and back from Dubrau."
    )
    found = find_outline_names([MaterialPage(name="o", text=text)])
    assert [each.name for each in found] == [
        *("Jana Krall", "Otmar Pech", "Benno Lissak", "Dubrau", "Rosalie Thun")
    ]
    assert [each.also for each in found if each.name == "Otmar Pech"] == [("Heron",)]


MISTAKEN = {
    "homestead": "Brekke",  # a farm that "wants a pasture", like a person
    "glass": "Varnholt",  # a town that makes glass
}
"""The places that are not recognised as places, by outline."""


@pytest.mark.parametrize("outline", ["harbour", "homestead", "bells", "glass"])
def test_places_and_people_are_told_apart(outline: str) -> None:
    """A person who is planned as a place would ruin the cast."""
    known = yaml.safe_load((OUTLINES / "names.yaml").read_text(encoding="utf-8"))[outline]
    places = yaml.safe_load((OUTLINES / "kinds.yaml").read_text(encoding="utf-8"))[outline]
    people = {each.split(" | ")[0] for each in known["names"]}.difference(places)
    text = (OUTLINES / f"{outline}.md").read_text(encoding="utf-8")
    kinds = {
        each.name: each.kind for each in find_outline_names([MaterialPage(name="o", text=text)])
    }
    assert not [each for each in people if kinds.get(each) == "location"]
    wrong = [each for each in places if each in kinds and kinds[each] != "location"]
    assert "|".join(wrong) == MISTAKEN.get(outline, "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rain is falling. Dusk has come. Wells went dry. Outside, a dog, Bim, barks.", "Bim"),
        ("Brandvold, the town doctor, keeps bees.", "Brandvold"),
        ("Varn has nine hundred people. They stay.", "Varn"),
        ("They meet in the Crab and Candle. Then they go.", "Crab and Candle"),
        ("# The Palace of Likenesses\n\nA clerk counts.", "Palace of Likenesses"),
        ("# One\n\n## Two: The fair at Tollgarth\n\nIt rains.", "Tollgarth"),
        ("# A Long Road to Ruin\n\nThey went with Ane.", "Ane"),
        ("Patience is all that Knut has. He goes with Knut.", "Knut"),
        ("A label in Polish, on American sweets for Ane.", "Ane"),
    ],
)
def test_names_that_a_sentence_begins_with_or_a_heading_has(text: str, found: str) -> None:
    """The first word of a sentence has a capital anyway, so other signs must show a name."""
    assert "|".join(sorted(names(text).split("|"))) == found


def test_a_nickname_is_no_one_else() -> None:
    """A nickname that becomes its own character would split one person into two."""
    text = (OUTLINES / "count.md").read_text(encoding="utf-8")
    also = {
        each.name: each.also for each in find_outline_names([MaterialPage(name="o", text=text)])
    }
    assert also["Ottoline Pryce"] == ("Otty",)
    assert also["Ivo Lanyard"] == ("Laney",)
    assert also["Hester Voyle"] == ("Aunt Hess",)
    assert also["Wilhelmina Oake"] == ("Billie",)


def test_a_title_with_a_family_name_is_no_one_else() -> None:
    """ "Madame Tereshka" is the known Tereshka, unless two people share the family name."""
    text = "At noon Lucasta Tereshka comes. One lets Madame Tereshka go down. It snows."
    assert names(text) == "Lucasta Tereshka"
    both = f"{text} Then Boris Tereshka comes."
    assert names(both).count("Madame Tereshka") == 1


def test_a_sign_that_is_misspelt_names_nothing() -> None:
    """A misspelt variant of a known place must not become a second place."""
    text = "It stands below. HALL OF LIKENESES. In the Hall of Likenesses, a shop once, is wax."
    assert "Likeneses" not in names(text)


def test_a_long_text_names_many_and_means_a_few() -> None:
    """A finished chapter mentions many people, and only the frequent names are the cast."""
    long = " ".join(["the sea was grey and Mara saw it."] * 900 + ["He met Bo."] * 5)
    assert names(long) == "Mara"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Plot\n\n- Act One: they meet\n- Theme: debt",
        "He is paid on Saturdays, when he is paid, and on other days he is not.",
        "## People\n\na man and a woman\n\n## Plot\n\nRain falls. It is raining in May.",
    ],
)
def test_what_is_no_name(text: str) -> None:
    """Days, titles and other capitalised words must not become entities."""
    assert names(text) == ""
