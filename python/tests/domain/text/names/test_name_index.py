"""Tests of the index of names by their words, and of the time that long texts take."""

from itertools import pairwise, product
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.outline.points import extract_idea, extract_points
from questfoundry.domain.text.names.name_index import NameIndex
from questfoundry.domain.text.names.stated_names import has_name
from tests.support.examples import examples

_NAMES = st.lists(
    st.lists(st.sampled_from(["Mara", "mara", "Vex", "Élan", "elan", "of", "-"]), max_size=4).map(
        " ".join
    ),
    max_size=12,
)


@examples(60)
@given(names=_NAMES, text=_NAMES.map(" ".join))
def test_the_index_finds_what_a_search_of_all_names_finds(names: list[str], text: str) -> None:
    """A faster search must not change the names that an outline has."""
    index = NameIndex(names)
    assert [*index.find_containing(text)] == [each for each in names if has_name(each, text)]
    assert [*index.find_within(text)] == [each for each in names if has_name(text, each)]


_SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "la",
    "me",
    "ni",
    "po",
    "ru",
    "sa",
    "te",
    "vi",
    "xo",
    "zu",
]
_WORDS = ["".join(each).title() for each in product(_SYLLABLES, repeat=3)]
LONG = {
    "list": "# People\n\n" + "".join(f"- {a} {b}\n" for a, b in pairwise(_WORDS[:1_500])),
    "sentence": ", ".join(_WORDS[:1_200]),
    "nicknames": " ".join(f"{a} {a}a, called {a[:3]}, runs." for a in _WORDS[:800]),
    "capitals": " and ".join(f"{a.upper()} {a}" for a in _WORDS[:1_200]),
    "nouns": "".join(f"Der {a} und die {a} {a}r ist mit {a}.\n" for a in _WORDS[:800]),
    "one-letter": "A" * 60_000,
    "names": "Aa " * 12_000,
    "inns": "the Aa and Bb " * 1_500,
    "lines": "_" * 60_000,
    "heading": f"# {'#' * 60_000}x",
    "drafts": f"{'draft ' * 10_000}!",
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_text_takes_seconds(name: str) -> None:
    """A text of 400 kB stopped the desk for minutes, because its time grew with the square."""
    pages, start = (MaterialPage(name="outline/x.md", text=LONG[name]),), process_time()
    for read in (find_outline_names, extract_idea, extract_points):
        read(pages)
    assert process_time() - start < 6
