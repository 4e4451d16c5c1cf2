"""Tests that arbitrary text cannot break the search for names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.ids import slugify
from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.outline.points import extract_idea
from questfoundry.domain.text.names.mentions import Mentions
from questfoundry.domain.text.names.stated_names import find_names

PIECES = """
Monday Friday December May March Miss Mr Mrs. Dr. St St. Sir Canon Reverend The Queen Ottoline Pryce
Mara Mara's Marsh MARA O'Neill Jean-Luc Élodie Thirteen Board Nobody He it's of the de la von der
a an and or in at to from called named whom 's - -- — : ; , . ! ? ( ) [ ] " “ ” „ « » * ** _ # ## 1.
1931 Figuren People Places Plot the\u00a0Sill ß İ ǅ
"""
_PIECES = st.sampled_from([*PIECES.split(), " ", "\n", "\n\n", "\n- ", "\n## ", "\n## People\n\n"])
TEXTS = st.one_of(
    st.text(max_size=300),
    st.tuples(st.lists(_PIECES, max_size=40), st.sampled_from(("", " "))).map(
        lambda each: each[1].join(each[0])
    ),
)


def found_in(text: str) -> tuple[str, ...]:
    pages = [MaterialPage(name="o", text=text)]
    Mentions.from_text(text)
    extract_idea(pages)
    find_names(text)
    return tuple(each.name for each in find_outline_names(pages))


@given(TEXTS)
def test_names_are_found_in_any_text(text: str) -> None:
    """An author's outline can hold any text, and each name found must make a valid id."""
    assert all(slugify(each) for each in found_in(text))


@pytest.mark.parametrize(
    "text",
    [
        "Monday of December, December,",
        "The first Sunday of Advent. In Advent it rained.",
        "On a Friday of May, in May.",
        "The March of Time. Time passed",
        "Miss of Avonlea. Avonlea was green.",
    ],
)
def test_nor_does_a_day_before_of(text: str) -> None:
    """A day or month before "of" would become an entity of the story."""
    assert not {"Monday", "Sunday", "Friday", "May", "December"} & {*found_in(text)}
