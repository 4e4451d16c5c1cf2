"""Tests for the names that an author states in an idea, an outline and notes."""

from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.entity import OutlineName

TEXT = "## People\n\n- Mara Quill: a pilot\n\nShe meets Bo at noon."
MATERIAL = Material(pages=(MaterialPage(name="outline/o.md", text=TEXT),))


def stated(*said: str, read: str = "") -> tuple[OutlineName, ...]:
    names = (OutlineName(read),) if read else ()
    return StageInputs(said=said, material=MATERIAL).list_stated_names(names)


def listed(*said: str, read: str = "") -> str:
    return "|".join(each.name for each in stated(*said, read=read))


def test_the_names_of_the_idea_come_first_and_a_note_can_replace_them() -> None:
    """A note that mentions a name may rename it, so the story need not have it."""
    assert listed("A cook called Edda sails.").startswith("Edda|Mara Quill")
    assert "Edda" not in listed("A cook called Edda sails.", "Edda is called Ann now.")


def test_what_a_model_read_comes_before_the_rules() -> None:
    """A model that reads the outline knows its names better, and lists still count."""
    assert listed().startswith("Mara Quill")
    assert listed(read="Bo") == "Bo|Mara Quill"
    assert stated(read="Bo")[0].told == "She meets Bo at noon."
