"""Tests of lists, radio buttons and menus with which players set a variable."""

import pytest

from questfoundry.domain.checks.law import Law
from tests.support.reading import rules, twee

NEVER = {Law.REACHED, Law.OPENS, Law.ENDINGS}
CYCLE = '<<cycle "$x">><<option "red">><<option "Blue" "blue">><</cycle>>'
KEEPING = '<<listbox "$x" autoselect>><<option 1>><<option 2>><</listbox>>'
RADIO = '<<radiobutton "$x" 1>><<radiobutton "$x" 2 checked>>'


LATER = "[[A]]\n:: A\n[[C]]<<if {}>>[[B]]<</if>>\n:: B\n:: C\n"
AT_ONCE = "[[A]]<<if {}>>[[B]]<</if>>\n:: A\n:: B\n"


@pytest.mark.parametrize(
    ("text", "asks", "asked", "expected"),
    [
        (CYCLE, LATER, '$x is "blue"', set()),
        (CYCLE, LATER, '$x is "Blue"', NEVER),
        (CYCLE, LATER, "$x is undefined", NEVER),
        (f"<<set $x to 2>>{KEEPING}", LATER, "$x is 1", set()),
        (f"<<set $x to 2>>{KEEPING}", LATER, "$x is 3", NEVER),
        (RADIO, LATER, "$x is 1", set()),
        (RADIO, LATER, "$x is 3", NEVER),
        ('<<radiobutton "$x" $y>>', LATER, "$x is 3", set()),
        ('<<listbox "$x">><<optionsfrom $all>><</listbox>>', LATER, "$x is 3", set()),
        (CYCLE, AT_ONCE, '$x is "red"', set()),
        (CYCLE, AT_ONCE, '$x is "blue"', NEVER),
        (f"<<set $x to 2>>{KEEPING}", AT_ONCE, "$x is 2", set()),
        (f"<<set $x to 2>>{KEEPING}", AT_ONCE, "$x is 1", NEVER),
        (f"<<set $x to 3>>{KEEPING}", AT_ONCE, "$x is 1", set()),
        (RADIO, AT_ONCE, "$x is 2", set()),
    ],
)
def test_players_choices_are_modelled(text: str, asks: str, asked: str, expected: set[str]) -> None:
    """Each offered value is possible later, and the selected value holds at once."""
    data = ':: StoryData\n{"format": "SugarCube"}\n'
    assert rules(twee(f"{data}:: Start\n{text}{asks.format(asked)}")) == expected


@pytest.mark.parametrize(("asked", "expected"), [("b", set()), ("c", NEVER)])
@pytest.mark.parametrize("menu", ["dropdown", "cycling-link"])
def test_menus_of_harlowe_are_modelled(menu: str, asked: str, expected: set[str]) -> None:
    """Ignored menus would report reachable passages as errors."""
    data = ':: StoryData\n{"format": "Harlowe"}\n'
    asking = f':: A\n[[C]](if: $x is "{asked}")[ [[B]] ]\n:: B\n:: C\n'
    story = twee(f'{data}:: Start\n({menu}: bind $x, "a", "b")[[A]]\n{asking}')
    assert not story.unmodelled
    assert rules(story) == expected


@pytest.mark.parametrize(("asked", "expected"), [("a", set()), ("b", NEVER)])
def test_a_menu_of_harlowe_sets_its_first_value_at_once(asked: str, expected: set[str]) -> None:
    """A condition below the menu is read before the player can choose another value."""
    data = ':: StoryData\n{"format": "Harlowe"}\n'
    text = f'(dropdown: bind $x, "a", "b")[[A]](if: $x is "{asked}")[ [[B]] ]'
    assert rules(twee(f"{data}:: Start\n{text}\n:: A\n:: B\n")) == expected


def test_conditions_may_end_as_in_older_versions() -> None:
    """Old stories end macros with `<<endif>>`, and an unclosed condition would swallow the rest."""
    data = ':: StoryData\n{"format": "SugarCube"}\n'
    text = "<<if $x>>[[A]]<<elseif $y>>[[A]]<<endif>>[[B]]"
    story = twee(f"{data}:: Start\n<<set $x to true>>{text}\n:: A\n:: B\n")
    assert not story.unmodelled
    opened = {each.target for each in story.structure.choices if not each.requires}
    assert opened == {"A", "B"}
