"""Tests of chance, lists and decreasing counters, compared with a player of the text."""

from itertools import product

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.checks.law import Law
from tests.support.examples import examples
from tests.support.reading import assert_true_for_player, rules, twee

PLACES = ("Start", "A", "B", "C")
SUGARCUBE = ':: StoryData\n{"format": "SugarCube"}\n'
HARLOWE = ':: StoryData\n{"format": "Harlowe"}\n'


@frozen
class Way:
    """A link ``<<if asked>><<link label>>sets<<goto>>`` with its number and target."""

    number: int
    target: str
    asked: str
    sets: str

    def __str__(self) -> str:
        sets = {
            "+": "<<set $n += 1>>",
            "-": "<<set $n -= 1>>",
            "push": '<<run $bag.push("key")>>',
            "empty": "<<set $bag to []>>",
            "delete": '<<run $bag.delete("key")>>',
            "": "",
        }[self.sets]
        link = f'<<link "way {self.number}">>{sets}<<goto "{self.target}">><</link>>'
        return f"<<if {self.asked}>>{link}<</if>>" if self.asked else link


ASKED = {
    "": lambda n, bag, die: True,
    "$n gt 0": lambda n, bag, die: n > 0,
    "$n lt 2": lambda n, bag, die: n < 2,
    "$n is 3": lambda n, bag, die: n == 3,
    '$bag.includes("key")': lambda n, bag, die: bag,
    'not $bag.includes("key")': lambda n, bag, die: not bag,
    "random(1, 3) is 2": lambda n, bag, die: die == 2,
    "random(1, 3) gt $n": lambda n, bag, die: die > n,
    "random(1, 3) is 4": lambda n, bag, die: False,
    "either(1, 2) is 1 and $n gt 0": lambda n, bag, die: die == 1 and n > 0,
}

WAYS = st.tuples(
    st.sampled_from(PLACES),
    st.sampled_from([*ASKED]),
    st.sampled_from(["", "", "+", "-", "push", "empty", "delete"]),
)


@examples(100)
@given(st.lists(st.lists(WAYS, max_size=3), min_size=4, max_size=4), st.sampled_from([0, 1, 3]))
def test_errors_are_what_a_player_meets(
    drawn: list[list[tuple[str, str, str]]], begin: int
) -> None:
    """A false error in a random story costs the author's trust."""
    number = iter(range(100))
    ways = {
        place: [Way(next(number), *each) for each in each_place]
        for place, each_place in zip(PLACES, drawn, strict=True)
    }
    text = "\n".join(f":: {place}\n{''.join(map(str, each))}" for place, each in ways.items())
    begun = f":: StoryInit\n<<set $n to {begin}>><<set $bag to []>>\n"
    story = twee(f"{SUGARCUBE}{begun}{text}")
    assert_true_for_player(story, *_played(ways, begin))


def _played(ways: dict[str, list[Way]], begin: int) -> tuple[set[str], set[str], set[str]]:
    """Return where players come and get stuck, and the links they can take (``$n``: -9 to 9)."""
    met, stuck, taken = set[str](), set[str](), set[str]()
    waiting = [("Start", begin, False)]
    for place, n, bag in waiting:
        met.add(place)
        for dice in product((1, 2, 3), repeat=len(ways[place])):
            open_ways = [
                way
                for way, die in zip(ways[place], dice, strict=True)
                if ASKED[way.asked](n, bag, die)
            ]
            if ways[place] and not open_ways:
                stuck.add(place)
            for way in open_ways:
                taken.add(f"way {way.number}")
                then = (way.target, *_after(way, n, bag))
                if then not in waiting:
                    waiting.append(then)
    return met, stuck, taken


def _after(way: Way, n: int, bag: bool) -> tuple[int, bool]:
    n += {"+": 1, "-": -1}.get(way.sets, 0)
    return max(-9, min(9, n)), {"push": True, "empty": False, "delete": False}.get(way.sets, bag)


@pytest.mark.parametrize(
    "text",
    [
        "<<set $n to random(1, 6)>><<if $n is 2>>[[Go|A]]<<else>>[[Go|B]]<</if>>",
        '<<if either("x", "y") is "x">>[[Go|A]]<<else>>[[Go|B]]<</if>>',
        "<<if random(1, 100) lte 70>>[[Go|A]]<<else>>[[Go|B]]<</if>>",
    ],
)
def test_chance_decides(text: str) -> None:
    """Chance can have each result, so both sides must count as reachable, but never together."""
    story = twee(f"{SUGARCUBE}:: Start\n{text}\n:: A\n:: B\n")
    assert not story.unmodelled
    assert rules(story) == set()


def test_what_chance_never_decides_is_rules() -> None:
    """A link behind an impossible roll of the dice is a mistake that the author wants to know."""
    story = twee(f"{SUGARCUBE}:: Start\n[[A]]<<if random(1, 6) gt 6>>[[B]]<</if>>\n:: A\n:: B\n")
    assert rules(story) == {Law.REACHED, Law.OPENS, Law.ENDINGS}


@pytest.mark.parametrize(
    ("story_format", "empty", "adds", "asks"),
    [
        ("SugarCube", "<<set $bag to []>>", '<<run $bag.push("key")>>', '$bag.includes("key")'),
        ("Harlowe", "(set: $bag to (a:))", '(set: $bag to it + (a: "key"))', '$bag contains "key"'),
        (
            "Harlowe",
            "(set: $bag to (a:))",
            '(set: $bag to (a: ...$bag, "key"))',
            '"key" is in $bag',
        ),
    ],
)
def test_lists(story_format: str, empty: str, adds: str, asks: str) -> None:
    """Inventories are lists in most Twine stories, and each format has its own list syntax."""
    asking = f"<<if {asks}>>[[B]]<</if>>" if "<<" in empty else f"(if: {asks})[ [[B]] ]"
    data = f':: StoryData\n{{"format": "{story_format}"}}\n'
    start = f"{data}:: Start\n{empty}\n[[Take->Taken]]\n[[Leave->Asked]]\n"
    rest = f":: Asked\n{asking}\n[[C]]\n:: C\n:: B\n"
    story = twee(f"{start}:: Taken\n{adds}\n[[On->Asked]]\n{rest}")
    assert not story.unmodelled
    assert rules(story) == set()
    never = twee(f"{start}:: Taken\n[[On->Asked]]\n{rest}")
    assert Law.REACHED in rules(never)


def test_a_list_that_is_changed_in_other_ways_is_not_known() -> None:
    """After an unknown change, a proven error about the list could be wrong."""
    story = twee(
        f"{SUGARCUBE}:: Start\n<<set $bag to []>>[[A]]\n:: A\n<<run fill($bag)>>[[B]]\n"
        ':: B\n<<if $bag.includes("key")>>[[C]]<</if>>[[D]]\n:: C\n:: D\n'
    )
    assert any("$bag" in each.what for each in story.unmodelled)
    assert rules(story) == set()


@pytest.mark.parametrize(
    "filling",
    [
        '<<timed 2s>><<run $bag.push("key")>><</timed>>',
        '<<timed 2s>><<include "Fill">><</timed>>',
        '<<set $other to $bag>><<run $other.push("key")>>',
    ],
)
def test_what_may_be_added_to_a_list_is_not_known(filling: str) -> None:
    """A timer or a second name can add to a list, so its contents must count as unknown."""
    story = twee(
        f"{SUGARCUBE}:: StoryInit\n<<set $bag to []>>\n:: Start\n[[A]]\n:: A\n{filling}[[B]]\n"
        ':: B\n<<if $bag.includes("key")>>[[C]]<<else>>[[D]]<</if>>\n:: C\n:: D\n'
        ':: Fill\n<<run $bag.push("key")>>\n'
    )
    places = {each.item.place for each in check_foreign(story).errors}
    assert places <= {"Fill"}
    assert [each.what for each in story.unmodelled]


SHOP = (
    f"{SUGARCUBE}:: StoryInit\n<<set $coins to 3>>\n"
    ":: Start\n<<if $coins gt 0>>[[Buy]]<<else>>[[Broke]]<</if>>\n"
    ":: Buy\n<<set $coins -= 1>>[[Back->Start]]\n"
    ":: Broke\n<<if $coins lt 0>>[[Debt]]<</if>>[[End]]\n:: Debt\n:: End\n"
)
BOUNDS = (
    f"{HARLOWE}:: Start\n(set: $n to 0)[[A]]\n"
    ":: A\n(set: $n to (min: 3, (max: 0, $n + 2)))[[A]]"
    "(if: $n is 3)[ [[B]] ](if: $n > 3)[ [[C]] ]\n"
    ":: B\n:: C\n"
)
RESET = (
    f'{SUGARCUBE}:: StoryInit\n<<include "Reset">>\n:: Reset\n<<set $met to false>>\n'
    ":: Start\n<<if $met>>[[Never]]<</if>>[[On]]\n:: On\n<<set $met to true>>[[Asked]]\n"
    ":: Asked\n<<if $met>>[[End]]<</if>>"
    '<<link "Anew">><<include "Reset">><<goto "Start">><</link>>\n:: Never\n:: End\n'
)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (SHOP, {"Debt", "Broke -> Debt #1"}),
        (BOUNDS, {"C", "A -> C #1"}),
        (RESET, {"Never", "Start -> Never #1"}),
    ],
    ids=["a counter that goes down", "min and max", "a passage that only sets"],
)
def test_values_stay_known(text: str, places: set[str]) -> None:
    """Authors bound numbers and reset variables, and only what is impossible may be an error."""
    story = twee(text)
    assert not story.unmodelled
    assert {each.item.place for each in check_foreign(story).errors} == places


def test_what_a_revealed_passage_sets_may_be_set() -> None:
    """A reveal link is optional, so both states of its variables are possible afterwards."""
    story = twee(
        ':: StoryData\n{"format": "Chapbook"}\n:: Start\nkey: false\n--\n'
        "{reveal link: 'Take it', passage: 'Key'}\n\n[[Door]]\n"
        ":: Key\nkey: true\n--\nYou have it.\n"
        ":: Door\n[if key]\n[[In]]\n[else]\n[[Out]]\n:: In\n:: Out\n"
    )
    assert not story.unmodelled
    assert rules(story) == set()


def test_what_stands_beside_every_passage() -> None:
    """A header that only shows text must not make all variables unknown."""
    rest = ":: Start\n<<set $a to true>>[[A]]\n:: A\n<<if not $a>>[[B]]<</if>>[[C]]\n:: B\n:: C\n"
    shows = twee(f"{SUGARCUBE}:: PassageHeader\n<<if $a>>Turn<</if>>\n{rest}")
    assert not shows.unmodelled
    assert Law.REACHED in rules(shows)
    sets = twee(f"{SUGARCUBE}:: PassageHeader\n<<set $a to false>>\n{rest}")
    assert rules(sets) == set()
    assert len(sets.unmodelled) == 1


def test_a_name_that_ends_in_a_blank() -> None:
    """Twine escapes a blank at the end of a name, and links would otherwise lead nowhere."""
    story = twee(
        ':: StoryData\n{"start": "Go "}\n:: Go\\  {"position":"1,1"}\n[[On |End ]]\n'
        ':: End\\  {"position":"1,2"}\n'
    )
    assert rules(story) == set()


def test_a_story_that_always_goes_on() -> None:
    """A story that always continues has no ending, and one error for it is enough."""
    errors = check_foreign(twee(":: Start\n[[A]]\n:: A\n[[Start]]\n")).errors
    assert [each.item.rule for each in errors] == [Law.ENDINGS]
    assert "'A -> Start #1'" in errors[0].item.problem
    assert "without a link" in errors[0].item.fix
