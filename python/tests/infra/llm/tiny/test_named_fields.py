"""How titles and labels are found: by nearness, from what is known, and each only once."""

from questfoundry.infra.llm.gguf.known import Known
from tests.support.guided import TEXT, filled, of_fields

PASSAGES = """passage::a = The rain falls on the quay. [location: Lantern Quay; character: Ann]
passage::b = The rain falls and falls. [location: The Mill]
passage::c = A letter is read aloud. [location: Lantern Quay]
"""
ENTRY = of_fields(title=TEXT)
SCHEMA = of_fields(**{f"passage::{name}": ENTRY for name in "abc"})


def titles(value):
    return [entry["title"] for entry in value.values()]


def near(*rows, **more):
    table = {"near": "{known}", "choose": dict(rows), **more}
    return {"each": {"fields": {"title": table}}}


async def test_each_entry_takes_the_text_nearest_to_its_own_words():
    """LOC-11.7."""
    guide = near(("Letters", "letter read aloud"), ("Ann's Rain", "rain quay"), ("Mist", "falls"))
    value = await filled(SCHEMA, guide, known=PASSAGES)
    assert titles(value) == ["Ann's Rain", "Mist", "Letters"]


async def test_a_text_counts_where_all_its_placeholders_are_known_there():
    """LOC-11.7, LOC-11.10: the mill is somewhere else, and Ann is not in it."""
    guide = near(("{character} at {location}", "rain falls quay letter"), ("Elsewhere", "sun"))
    value = await filled(SCHEMA, guide, known=PASSAGES)
    assert titles(value) == ["Ann at Lantern Quay", "Elsewhere", "Elsewhere 2"]


async def test_a_text_that_names_make_too_long_does_not_count():
    """LOC-11.7."""
    guide = near(("Back at {location}", "rain"), ("Mist and rain", "sun"), ("Mist", "x"))
    guide["each"]["fields"]["title"]["most_words"] = 2
    assert titles(await filled(SCHEMA, guide, known=PASSAGES)) == ["Mist", "Mist 2", "Mist 3"]
    short = of_fields(**{"passage::b": of_fields(title={**TEXT, "maxLength": 11})})
    guide["each"]["fields"]["title"]["most_words"] = None
    assert titles(await filled(short, guide, known=PASSAGES)) == ["Mist"]


async def test_what_a_field_has_elsewhere_is_not_given_again():
    """LOC-11.8."""
    guide = near(("Rain", "rain falls quay letter"), ("Sun", "sun"))
    value = await filled(SCHEMA, guide, known=f"{PASSAGES}title = Rain\nlabel = Sun\n")
    assert titles(value) == ["Sun", "Rain 2", "Rain 3"]


async def test_an_excerpt_is_what_the_first_pattern_finds():
    """LOC-11.9."""
    patterns = ["^The (rain falls)[.]", "^[AT]h?e? ?(\\w+)"]
    value = await filled(SCHEMA, near(("None", "x"), excerpts=patterns), known=PASSAGES)
    assert titles(value) == ["Rain", "None", "Letter"]


async def test_the_same_words_give_the_same_excerpt():
    """LOC-11.9."""
    same = "passage::a = You stay.\npassage::b = You stay.\npassage::c = You stay, alone.\n"
    guide = near(("Wait", "x"), excerpts=["^You (stay)"])
    assert titles(await filled(SCHEMA, guide, known=same)) == ["Stay", "Stay", "Wait"]


def test_words_of_an_entry_stand_in_brackets_at_the_end_of_its_line():
    """LOC-11.10."""
    entry = Known(PASSAGES).of("passage::b")
    assert entry["known"] == "The rain falls and falls."
    assert (entry["location"], entry["character"]) == ("Mill", "")
    assert "location" not in Known("object::key = A key [old] and worn [sic].\n").of("object::key")
