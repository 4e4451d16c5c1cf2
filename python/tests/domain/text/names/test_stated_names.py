"""Tests for finding names in an author's own words."""

import pytest

from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.text.names.stated_names import find_names, has_name

MARA = (
    "Mara Quill, a lighthouse cook in Port Sorrow, must choose between her brother Tobin and "
    "the harbour master Edda Voss."
)
CASES = {
    MARA: "Mara Quill|Port Sorrow|Tobin|Edda Voss",
    "Dr. Voss must repair the Great Clock of Velden.": "Dr. Voss|Great Clock of Velden",
    "The ship Nautilus sinks. I think that Bo hides Ines's diary.": "Nautilus|Bo|Ines",
    "Eine Köchin namens Mara Quill im Leuchtturm von Port Sorrow sucht ihren Bruder Tobin und "
    "hat Angst vor dem Meer.": "Mara Quill|Port Sorrow|Tobin",
    "Una cocinera llamada Inés vive en Puerto Lobo.": "Inés|Puerto Lobo",
    "Gaëlle et son frère Yann": "Gaëlle|Yann",
    "A Victorian mystery in the style of Agatha Christie, on Christmas Eve": "",
    "Lighthouses are lonely. Two cats run a detective agency on Monday.": "",
    "Mara must choose. Mara Quill is a cook.": "Mara Quill",
    "It's late. It's cold, and nobody may die. They die where Bo was; Bo isn't there.": "Bo",
    "灯台守のマラ": "",
}


@pytest.mark.parametrize(("text", "names"), CASES.items())
def test_names_are_what_has_a_capital_that_no_sentence_and_no_grammar_gave_it(text, names):
    """A capital at the start of a sentence, or required by grammar, is no sign of a name."""
    assert "|".join(each.name for each in find_names(text)) == names
    assert all(text[each.start : each.end] == each.name for each in find_names(text))


def test_whoever_a_remark_speaks_of_may_be_called_otherwise():
    """A note that renames a character overrides the name in the idea."""
    inputs = StageInputs(said=(MARA, "Rename Tobin to Tomas."))
    held = [each.name for each in inputs.list_stated_names()]
    assert held == ["Mara Quill", "Port Sorrow", "Edda Voss"]


def test_the_region_of_a_dateline_is_no_name() -> None:
    """An entity for "Mid-Wales" would take the place of one that the story needs."""
    for idea in ("Mid-Wales, 1957: Mara floods Cwm Arian.", "Venice, in the 1820s. Mara rows."):
        held = [each.name for each in StageInputs(said=(idea,)).list_stated_names()]
        assert "Mid-Wales" not in held
        assert "Venice" not in held
    said = ("The valley of Cwm Arian, which in 1957 is flooded.",)
    assert [each.name for each in StageInputs(said=said).list_stated_names()] == ["Cwm Arian"]


def test_a_name_is_found_however_late_a_text_says_it():
    """A name at the end of a long description must still be recognised."""
    assert has_name("A keeper of thirty-four who counts the steps of the tower. " * 9 + "Bo.", "Bo")
    assert not has_name("A keeper " * 99, "Bo")
