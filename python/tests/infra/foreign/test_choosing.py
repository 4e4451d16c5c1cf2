"""Tests of lists, radio buttons and menus with which players set a variable."""

import pytest

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.checks.law import Law
from tests.support.reading import twee

NEVER = {Law.REACHED, Law.OPENS, Law.ENDINGS}
CYCLE = '<<cycle "$x">><<option "red">><<option "Blue" "blue">><</cycle>>'
KEEPING = '<<listbox "$x" autoselect>><<option 1>><<option 2>><</listbox>>'
RADIO = '<<radiobutton "$x" 1>><<radiobutton "$x" 2 checked>>'


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        (CYCLE, '$x is "blue"', set()),
        (CYCLE, '$x is "Blue"', NEVER),
        (CYCLE, "$x is undefined", NEVER),
        (f"<<set $x to 2>>{KEEPING}", "$x is 1", set()),
        (f"<<set $x to 2>>{KEEPING}", "$x is 3", NEVER),
        (RADIO, "$x is 1", set()),
        (RADIO, "$x is 3", NEVER),
        ('<<radiobutton "$x" $y>>', "$x is 3", set()),
        ('<<listbox "$x">><<optionsfrom $all>><</listbox>>', "$x is 3", set()),
    ],
)
def test_what_players_choose_is_modelled(text: str, asked: str, expected: set[str]) -> None:
    """Each offered value is possible, and a value that is not offered is never reached."""
    data = ':: StoryData\n{"format": "SugarCube"}\n'
    story = twee(
        f"{data}:: Start\n{text}[[A]]\n:: A\n[[C]]<<if {asked}>>[[B]]<</if>>\n:: B\n:: C\n"
    )
    assert {str(each.item.rule) for each in check_foreign(story).errors} == expected


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        (CYCLE, '$x is "red"', set()),
        (CYCLE, '$x is "blue"', NEVER),
        (f"<<set $x to 2>>{KEEPING}", "$x is 2", set()),
        (f"<<set $x to 2>>{KEEPING}", "$x is 1", NEVER),
        (f"<<set $x to 3>>{KEEPING}", "$x is 1", set()),
        (RADIO, "$x is 2", set()),
    ],
)
def test_what_is_selected_at_first_holds_at_once(text: str, asked: str, expected: set[str]) -> None:
    """Before the player chooses, the variable already has the selected value."""
    data = ':: StoryData\n{"format": "SugarCube"}\n'
    story = twee(f"{data}:: Start\n{text}[[A]]<<if {asked}>>[[B]]<</if>>\n:: A\n:: B\n")
    assert {str(each.item.rule) for each in check_foreign(story).errors} == expected


@pytest.mark.parametrize(("asked", "expected"), [("b", set()), ("c", NEVER)])
@pytest.mark.parametrize("menu", ["dropdown", "cycling-link"])
def test_what_a_menu_of_harlowe_offers_is_modelled(
    menu: str, asked: str, expected: set[str]
) -> None:
    """Ignored menus would report reachable passages as errors."""
    data = ':: StoryData\n{"format": "Harlowe"}\n'
    asking = f':: A\n[[C]](if: $x is "{asked}")[ [[B]] ]\n:: B\n:: C\n'
    story = twee(f'{data}:: Start\n({menu}: bind $x, "a", "b")[[A]]\n{asking}')
    assert not story.unmodelled
    assert {str(each.item.rule) for each in check_foreign(story).errors} == expected


def test_conditions_may_end_as_in_older_versions() -> None:
    """Old stories end macros with `<<endif>>`, and an unclosed condition would swallow the rest."""
    data = ':: StoryData\n{"format": "SugarCube"}\n'
    text = "<<if $x>>[[A]]<<elseif $y>>[[A]]<<endif>>[[B]]"
    story = twee(f"{data}:: Start\n<<set $x to true>>{text}\n:: A\n:: B\n")
    assert not story.unmodelled
    opened = {each.target for each in story.structure.choices if not each.requires}
    assert opened == {"A", "B"}
