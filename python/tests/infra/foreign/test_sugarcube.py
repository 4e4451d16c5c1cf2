"""Tests of SugarCube: flags are modelled, the rest is listed."""

import pytest

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.story.foreign.story import ForeignStory
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
        ("<<if $x>>[[A]]", ["A -> A"]),
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
    """Most Twine stories use these macros, and each missed form reports a false error. (FMT-5.1)"""
    story = sugarcube(text)
    assert (choices(story), story.unmodelled) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "<<if $x is 'a'>>[[A]]<<else>>[[B]]<</if>>",
            ["A -> A, if $x is 'a'", "B -> B, if not $x is 'a'"],
        ),
        (
            "<<if $x is not 'a'>>[[A]]<<else>>[[B]]<</if>>",
            ["A -> A, if not $x is 'a'", "B -> B, if $x is 'a'"],
        ),
        ("<<if $x or $y>>[[A]]<</if>>", ["A -> A, if $y and not $x", "A -> A, if $x"]),
        (
            "<<if $x and $y>>[[A]]<<else>>[[B]]<</if>>",
            ["A -> A, if $x and $y", "B -> B, if not $x", "B -> B, if $x and not $y"],
        ),
        ("<<if not ($x or $y)>>[[A]]<</if>>", ["A -> A, if not $x and not $y"]),
        (
            "<<switch $x>><<case 'a'>>[[A]]<<default>>[[B]]<</switch>>",
            ["A -> A, if $x is 'a'", "B -> B, if not $x is 'a'"],
        ),
        ("<<if $a.b>>[[A]]<</if>>", ["A -> A, if $a.b"]),
        ("<<set $x to false>>[[A]]", ["A -> A"]),
        ("<<set $n to random(1, 6)>>[[A]]", ["A -> A"]),
        (
            "<<set $x to true>><<if $x>>[[A]]<<else>>[[B]]<</if>>",
            ["A -> A, sets $x", "B -> B, if not true"],
        ),
        ("<<if $gold gte 5>>Rich.<<else>>Poor.<</if>>[[A]]", ["A -> A"]),
    ],
)
def test_values_are_modelled(text: str, expected: list[str]) -> None:
    """Conditions on values must be understood, and no others listed. (FMT-5.8)"""
    story = sugarcube(text)
    assert (choices(story), unmodelled(story)) == (expected, [])


def test_numbers_are_counted_as_far_as_something_asks_for_them() -> None:
    """Counting must have an end. (FMT-5.8)"""
    story = twee(
        ":: Start\n<<set $n to 0>>[[A]]\n:: A\n[[A][$n += 1]]<<if $n gte 3>>[[B]]<</if>>"
        "<<if visited() is 2>>[[C]]<</if>>\n:: B\n:: C",
        ':: StoryInit\n<<set $n to 0>>\n:: StoryData\n{"format": "SugarCube"}',
    )
    assert unmodelled(story) == []
    assert not check_foreign(story).errors


@pytest.mark.parametrize(
    ("text", "expected", "what"),
    [
        ("<<if $x.indexOf(3)>>[[A]]<</if>>", ["A -> A"], condition("$x.indexOf(3)")),
        ("<<if random(1, $x) gt 3>>[[A]]<</if>>", ["A -> A"], condition("random(1, $x) gt 3")),
        ("<<textbox '$x' ''>><<if $x is 'a'>>[[A]]<</if>>", ["A -> A"], condition("$x")),
        ("<<set $x to setup.next()>>", [], change("<<set $x to setup.next()>>")),
        ("<<link 'go' $next>><</link>>", [], target("<<link 'go' $next>>")),
        ("<<goto $next>>", [], target("<<goto $next>>")),
        ("<<back>>", [], target("<<back>>")),
        ("<<include $next>>", [], target("<<include $next>>")),
        ("[img[a.png][$next]]", [], target("$next")),
        ("<<script>>x = [[1], [2]]<</script>>", [], "'<<script>>' is not modelled"),
        ("<<dance $x>>", [], "'<<dance>>' is not modelled"),
        (
            "<<if $x>>[[A]]<</if>><<dance 'A'>>",
            ["A -> A, if $x", " -> A"],
            "'<<dance>>' is not modelled",
        ),
        ("<<link 'a << b' 'A'>>", [], "'<<link' is not modelled"),
    ],
)
def test_what_is_not_modelled_is_told(text: str, expected: list[str], what: str) -> None:
    """A link under an unknown condition counts as open. (FMT-5.1)"""
    story = sugarcube(text)
    assert (choices(story), unmodelled(story)) == (expected, [f"2: {what}"])


def test_the_same_is_told_once_in_a_passage() -> None:
    assert unmodelled(sugarcube("<<dance>> <<dance>>\n<<dance 3>>")) == [
        "2: '<<dance>>' is not modelled"
    ]


def test_a_temporary_variable_is_known_in_its_passage_alone() -> None:
    """SugarCube clears temporary variables between passages, so a later condition sees no value."""
    story = twee(
        ":: Start\n<<set _x to 1>><<if _x is 1>>[[A]]<</if>><<if _x is 2>>[[B]]<</if>>",
        ":: A\n<<if _x is 2>>[[B]]<</if>>\n:: B",
    )
    assert choices(story) == ["A -> A", "B -> B, if 1 is 2", "B -> B"]


def test_a_list_with_two_names_is_not_known() -> None:
    """Two names for one list share changes, so its contents must count as unknown."""
    shared = '<<set $l to []>><<set $m to $l>><<run $m.push("k")>>'
    story = sugarcube(f'{shared}<<if $l.includes("k")>>[[A]]<<else>>[[B]]<</if>>')
    assert choices(story)[:2] == ["A -> A", "B -> B"]


def test_what_a_link_sets_goes_by_what_it_set_before() -> None:
    """A link's second setter sees the first, so evaluating both at once gives a wrong value."""
    story = twee(
        ":: Start\n[[A][$a = 2; $b = $a]]",
        ":: A\n<<if $b is 2>>[[B]]<<else>>[[C]]<</if>>\n:: B\n:: C",
    )
    assert choices(story) == [
        "A -> A, sets $b is 2",
        "B -> B, if $b is 2",
        "C -> C, if not $b is 2",
    ]


@pytest.mark.parametrize(
    "change", ["<<set $x *= 3>>", "<<set $x to $x.clamp(0, 5)>>", "<<dance $x>>", "<<run f($x)>>"]
)
def test_what_a_passage_set_is_not_known_once_it_changes_in_ways_unknown(change: str) -> None:
    """After an unknown change, the old value would prove a false error."""
    story = sugarcube(f"<<set $x to 1; $y to 2>>{change}<<set $z to $x>><<if $x is 3>>[[A]]<</if>>")
    assert choices(story)[0] == "A -> A"
    story = sugarcube(
        f"<<set $x to 1>><<if $x is 1>>[[A]]<</if>>{change}<<if $x is 1>>[[B]]<</if>>"
    )
    assert choices(story) == ["A -> A", "B -> B"]


@pytest.mark.parametrize(
    "spoiling",
    [
        "<<set $x to setup.y>>",
        "<<dance $x>>",
        '<<textbox "$x" "">>',
        "<<link 'a'>><<set $x to $y>><</link>><<link 'b'>><<set $x to 1>><</link>>[[B]]",
        "<<dance>><<set $x to true>><</dance>>",
        "<<script>>State.variables.x = 1<</script>>",
        "<<include 'B'>><<set $x to true>>",
        ":: inside\n<<set $x to true>>[[A]]\n:: outside\n<<include 'inside'>>[[B]]",
        ":: PassageHeader\n<<set $x to true>>",
        ":: code [script]\nvariables().x = 1;",
        ":: code [script]\nconst v = State.variables;\nv.x = 1;",
    ],
)
def test_a_variable_that_changes_in_ways_unknown_is_not_modelled(spoiling: str) -> None:
    """A variable that unknown code changes can have any value."""
    story = twee(
        ":: Start\n<<if $x and $y>>[[A]]<</if>>\n[[B][$x to true]]", f":: A\n{spoiling}\n:: B"
    )
    assert choices(story)[0] == "A -> A, if $y"
    assert unmodelled(story)[-1] == (
        "2: the condition '$x' is not modelled: what depends on it counts as open"
    ) or condition("$x") in [each.what for each in story.unmodelled]


@pytest.mark.parametrize("passage", ["StoryInit", "first values [init]"])
def test_variables_begin_with_what_they_are_set_to_first(passage: str) -> None:
    """A variable without its first value would make the opening conditions wrong."""
    story = twee(
        ':: StoryData\n{"format": "SugarCube"}\n'
        f":: {passage}\n<<set $x to true>> /* why */\n<<set $y to random(1, 2)>>\n"
        ":: Start\n<<if $x>>[[A]]<</if>><<if $y is 1>>[[A]]<</if>><<set $x to false>>\n:: A"
    )
    assert choices(story) == [
        "A -> A, if not $x is false, sets $x is false",
        "A -> A, sets $x is false",
    ]
    assert [each.what for each in story.unmodelled] == [condition("$y")]


def test_what_a_passage_sets_it_may_ask_for() -> None:
    """Setters and conditions run from top to bottom, so their order decides which links appear."""
    story = twee(
        ":: Start\n<<if $x>>[[B]]<</if>><<set $x to true>><<if $x>>[[A]]<</if>>\n:: A\n:: B"
    )
    assert choices(story) == ["B -> B, if $x, sets $x", "A -> A, sets $x"]
