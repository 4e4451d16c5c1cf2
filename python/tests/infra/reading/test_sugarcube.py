"""SugarCube: flags are modelled, everything else is told."""

from __future__ import annotations

import pytest

from questfoundry.domain.story.foreign import ForeignStory
from tests.support.reading import change, choices, condition, passage, target, twee, unmodelled


def sugarcube(text: str) -> ForeignStory:
    return passage(text, "SugarCube")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[go|A][$x to true]]", ["go -> A, sets $x"]),
        ("[[go->A][$x = true; $y to true]]", ["go -> A, sets $x $y"]),
        ('[["He said \\u0022go\\u0022."|A]]', ['He said "go". -> A']),
        ("<<if $x>>[[A]]<</if>>", ["A -> A, if $x"]),
        ("<<if $x and not $y>>[[A]]<</if>>", ["A -> A, if $x and not $y"]),
        ("<<if !$x && $y>>[[A]]<</if>> [[B]]", ["A -> A, if $y and not $x", "B -> B"]),
        ("<<if $x>>[[A]]<<else>>[[B]]<</if>>", ["A -> A, if $x", "B -> B, if not $x"]),
        (
            "<<if $x>>[[A]]<<elseif $y>>[[B]]<<else>>[[C]]<</if>>",
            ["A -> A, if $x", "B -> B, if $y and not $x", "C -> C, if not $x and not $y"],
        ),
        ("<<if $x>><<if $y>>[[A]]<</if>>[[B]]<</if>>", ["A -> A, if $x and $y", "B -> B, if $x"]),
        ("<<if $x>>[[A]]", ["A -> A, if $x"]),
        ("<</if>>[[A]]", ["A -> A"]),
        ('<<link "go" "A">><</link>>', ["go -> A"]),
        ("<<link 'it\\'s' A>><</link>>", ["it's -> A"]),
        ('<<button "go" "A">><<set $x to true>><</button>>', ["go -> A, sets $x"]),
        ("<<link [[go->A][$x to true]]>><<set $y to true>><</link>>", ["go -> A, sets $x $y"]),
        ('<<link "go">><<goto "A">><</link>>', ["go -> A"]),
        (
            '<<link "go">><<if $x>><<goto "A">><<else>><<goto "B">><</if>><</link>>',
            ["go -> A, if $x", "go -> B, if not $x"],
        ),
        ('<<goto "A">>', [" -> A"]),
        ("<<set $x to true>>[[A]]", ["A -> A, sets $x"]),
        ("/* [[B]] */ /% [[B]] %/ {{{[[B]]}}} [[A]]", ["A -> A"]),
        ("<<nobr>>[[A]]<</nobr>> <<print $gold>>", ["A -> A"]),
    ],
)
def test_links_and_conditions_on_flags_are_modelled(text: str, expected: list[str]) -> None:
    """FMT-5.1."""
    story = sugarcube(text)
    assert (choices(story), story.unmodelled) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "what"),
    [
        ("<<if $gold gte 5>>[[A]]<</if>>", ["A -> A"], condition("<<if $gold gte 5>>")),
        ("<<if $x or $y>>[[A]]<</if>>", ["A -> A"], condition("<<if $x or $y>>")),
        (
            "<<if $x and $y>>[[A]]<<else>>[[B]]<</if>>",
            ["A -> A, if $x and $y", "B -> B"],
            condition("<<else>>"),
        ),
        ("<<switch $x>><<case 1>>[[A]]<</switch>>", ["A -> A"], condition("<<switch $x>>")),
        ("[[A][$n to $n + 1]]", ["A -> A"], change("$n to $n + 1")),
        ("<<set $n to 3>>[[A]]", ["A -> A"], change("<<set $n to 3>>")),
        ("<<set $x to false>>", [], change("<<set $x to false>>")),
        ("<<link 'go' $next>><</link>>", [], target("<<link 'go' $next>>")),
        ("<<goto $next>>", [], target("<<goto $next>>")),
        ("<<back>>", [], target("<<back>>")),
        ("<<include $next>>", [], target("<<include $next>>")),
        ("[img[a.png][$next]]", [], target("$next")),
        ("<<script>>x = [[1], [2]]<</script>>", [], "'<<script>>' is not modelled"),
        ("<<dance $x>>", [], "'<<dance>>' is not modelled"),
        ("<<link 'a << b' 'A'>>", [], "'<<link' is not modelled"),
        ("<<link 'x'>><<set $x to true>><</link>>", [], change("$x")),
    ],
)
def test_what_is_not_modelled_is_told(text: str, expected: list[str], what: str) -> None:
    """FMT-5.2. A link under a condition that is not modelled is still a way."""
    story = sugarcube(text)
    assert (choices(story), unmodelled(story)) == (expected, [f"2: {what}"])


def test_the_same_is_told_once_in_a_passage() -> None:
    assert unmodelled(sugarcube("<<dance>> <<dance>>\n<<dance 3>>")) == [
        "2: '<<dance>>' is not modelled"
    ]


@pytest.mark.parametrize(
    "spoiling",
    [
        "<<set $x to false>>",
        "<<set $x += 1>>",
        "<<dance $x>>",
        '<<textbox "$x" "">>',
        "<<if $y>><<set $x to true>><</if>>",
        "<<linkreplace 'take it'>><<set $x to true>><</linkreplace>>",
        "<<dance>><<set $x to true>><</dance>>",
        "<<script>>State.variables.x = 1<</script>>",
        "<<set $x to true>><<include 'B'>>",
        ":: inside\n<<set $x to true>>\n:: outside\n<<include 'inside'>>",
        ":: PassageHeader\n<<set $x to true>>",
        ":: code [script]\nvariables().x = 1;",
    ],
)
def test_a_variable_that_anything_else_changes_is_no_flag(spoiling: str) -> None:
    """FMT-5.4."""
    story = twee(
        ":: Start\n<<if $x and $y>>[[A]]<</if>>\n[[B][$x to true]]", f":: A\n{spoiling}\n:: B"
    )
    assert choices(story) == ["A -> A, if $y", "B -> B"]
    assert unmodelled(story)[0] == (
        "2: the condition '$x' is not modelled: what depends on it counts as open"
    )


@pytest.mark.parametrize("passage", ["StoryInit", "first values [init]"])
def test_flags_start_unset(passage: str) -> None:
    """FMT-5.5. ``StoryInit`` may say so; if it says anything else, it is told."""
    story = twee(
        ':: StoryData\n{"format": "SugarCube"}\n'
        f":: {passage}\n<<set $x to false>> /* why */\n<<set $y to 1>>\n"
        ":: Start\n<<if $x>>[[A]]<</if>><<if $y>>[[A]]<</if>>\n:: A"
    )
    assert choices(story) == ["A -> A, if $x", "A -> A"]
    assert [each.what for each in story.unmodelled if each.passage != "Start"] == [
        change("<<set $y to 1>>")
    ]


def test_what_a_passage_sets_itself_it_must_not_ask_for() -> None:
    """FMT-5.6. Which of the two comes first would matter."""
    story = twee(
        ":: Start\n[[A]]\n:: A\n<<set $x to true>><<if $x>>[[B]]<</if>>[[C]]\n"
        ":: B\n<<if $x>>[[C]]<</if>>\n:: C"
    )
    assert choices(story) == ["A -> A", "B -> B, sets $x", "C -> C, sets $x", "C -> C, if $x"]
    assert [each.passage for each in story.unmodelled] == ["A"]
