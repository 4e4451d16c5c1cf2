"""Tests for the port that finds the names in an author's texts."""

from collections.abc import Sequence

from questfoundry.domain.outline.material import MaterialPage
from questfoundry.domain.outline.name_finder import (
    ModelNameFinder,
    NameFinder,
    RuleNameFinder,
    list_stated_names,
)
from questfoundry.domain.story.entity import OutlineName

PAGES = [MaterialPage(name="o", text="## People\n\n- Mara Quill: a pilot\n\nShe meets Bo at noon.")]


class TwoNames(NameFinder):
    def find_in_idea(self, idea: str) -> tuple[str, ...]:
        return ("Edda",)

    def find_in_outline(self, pages: Sequence[MaterialPage]) -> tuple[OutlineName, ...]:
        return (OutlineName("Nell"),)


def stated(*said: str, finder: NameFinder) -> str:
    return "|".join(each.name for each in list_stated_names(said, PAGES, finder))


def test_any_finder_can_say_which_names_the_author_states() -> None:
    """Another way to find names must need no change in the stages."""
    assert stated("A cook sails.", finder=TwoNames()) == "Edda|Nell"
    assert stated("A cook sails.", "Edda is called Ann now.", finder=TwoNames()) == "Nell"


def test_what_a_model_read_comes_before_the_rules() -> None:
    """A model that reads the outline knows its names better, and lists still count."""
    assert stated(finder=RuleNameFinder()).startswith("Mara Quill")
    model = ModelNameFinder((OutlineName("Bo"),))
    assert stated(finder=model) == "Bo|Mara Quill"
    assert model.find_in_outline(PAGES)[0].told == "She meets Bo at noon."
