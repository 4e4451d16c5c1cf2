"""Tests of passages that lead on by themselves, at once or after a while."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.law import Law
from tests.support.examples import examples
from tests.support.reading import assert_true_for_player, rules, twee

PLACES = ("Start", "A", "B", "C")
FORMATS = {
    "SugarCube": {
        "first": ":: StoryInit\n<<set $n to {n}>><<set $bag to []>>\n",
        "if": "<<if {asked}>>{then}<</if>>",
        "goto": '<<goto "{target}">>',
        "link": '<<link "way {number}">>{sets}<<goto "{target}">><</link>>',
        "+": "<<set $n += 1>>",
        "-": "<<set $n -= 1>>",
        "push": '<<run $bag.push("key")>>',
        "once": '<<run $bag.pushUnique("key")>>',
        "empty": "<<set $bag to []>>",
        "": "",
    },
    "Harlowe": {
        "first": ":: First [startup]\n(set: $n to {n})(set: $bag to (a:))\n",
        "if": "(if: {asked})[{then}]",
        "goto": '(go-to: "{target}")',
        "link": '(link: "way {number}")[{sets}(go-to: "{target}")]',
        "+": "(set: $n to it + 1)",
        "-": "(set: $n to it - 1)",
        "push": '(set: $bag to it + (a: "key"))',
        "once": "",
        "empty": "(set: $bag to (a:))",
        "": "",
    },
}
ASKED = {
    "": lambda n, bag: True,
    "$n > 0": lambda n, bag: n > 0,
    "$n < 1": lambda n, bag: n < 1,
    "$n is 2": lambda n, bag: n == 2,
    "$bag.length > 1": lambda n, bag: bag > 1,
    "$bag.length is 0": lambda n, bag: bag == 0,
}
SETS = st.sampled_from(["", "", "+", "-", "push", "once", "empty"])
ASKING = st.sampled_from([*ASKED])
WAYS = st.lists(st.tuples(st.sampled_from(PLACES), ASKING, SETS), max_size=3)
JUMPS = st.none() | st.tuples(st.sampled_from(PLACES), ASKING)
PASSAGES = st.lists(st.tuples(SETS, JUMPS, WAYS), min_size=4, max_size=4)

Ways = list[tuple[str, str, str]]
Drawn = dict[str, tuple[str, tuple[str, str] | None, Ways]]


@pytest.mark.parametrize("story_format", [*FORMATS])
@examples(100)
@given(drawn=PASSAGES, begin=st.sampled_from([0, 1, 3]))
def test_errors_are_what_a_player_meets(
    story_format: str, drawn: list[tuple[str, tuple[str, str] | None, Ways]], begin: int
) -> None:
    """Random stories with jumps are compared with a simulated player in each format."""
    passages = dict(zip(PLACES, drawn, strict=True))
    story = twee(_written(passages, begin, story_format))
    assert_true_for_player(story, *_played(passages, begin, story_format))


def _written(passages: Drawn, begin: int, story_format: str) -> str:
    words = FORMATS[story_format]

    def asked(code: str, then: str) -> str:
        code = code.replace("$bag.length", "$bag's length") if story_format == "Harlowe" else code
        return words["if"].format(asked=code, then=then) if code else then

    text = f':: StoryData\n{{"format": "{story_format}"}}\n' + words["first"].format(n=begin)
    for name, (sets, jump, ways) in passages.items():
        text += f":: {name}\n{words[sets]}"
        if jump:
            text += asked(jump[1], words["goto"].format(target=jump[0]))
        for number, (target, code, done) in enumerate(ways):
            link = {"number": f"{name} {number}", "target": target, "sets": words[done]}
            text += asked(code, words["link"].format(**link))
        text += "\n"
    return text


def _played(passages: Drawn, begin: int, story_format: str) -> tuple[set[str], set[str], set[str]]:
    """Return where players come and get stuck, and the links they can take (``$n``: -9 to 9)."""
    met, stuck, taken = set[str](), set[str](), set[str]()
    waiting = [("Start", begin, 0, False)]
    for name, n, bag, has in waiting:
        met.add(name)
        sets, jump, ways = passages[name]
        now = _after(sets, n, bag, has, story_format)
        shown = [(f"way {name} {number}", way) for number, way in enumerate(ways)]
        open_ways = [each for each in shown if ASKED[each[1][1]](*now[:2])]
        if jump and ASKED[jump[1]](*now[:2]):
            waiting += [each for each in [(jump[0], *now)] if each not in waiting]
            continue
        if (ways or jump) and not open_ways:
            stuck.add(name)
        for label, (target, _, done) in open_ways:
            taken.add(label)
            then = (target, *_after(done, *now, story_format))
            if then not in waiting:
                waiting.append(then)
    return met, stuck, taken


def _after(sets: str, n: int, bag: int, has: bool, story_format: str) -> tuple[int, int, bool]:
    n = max(-9, min(9, n + {"+": 1, "-": -1}.get(sets, 0)))
    if sets == "empty":
        return n, 0, False
    if sets == "push" or (sets == "once" and not has and story_format == "SugarCube"):
        return n, min(bag + 1, 9), True
    return n, bag, has


@pytest.mark.parametrize(
    "room",
    [
        ':: StoryData\n{"format": "SugarCube"}\n:: Start\n<<set $hp to 1>>[[Room]]\n:: Room\n'
        '<<if $hp lte 0>><<goto "Dead">><</if>>'
        '<<link "hit">><<set $hp -= 1>><<goto "Room">><</link>>\n',
        ':: StoryData\n{"format": "Harlowe"}\n:: Start\n(set: $hp to 1)[[Room]]\n:: Room\n'
        '(if: $hp <= 0)[(goto: "Dead")](link: "hit")[(set: $hp to it - 1)(goto: "Room")]\n',
    ],
)
def test_a_counter_ends_where_a_passage_jumps(room: str) -> None:
    """A fight that ends with a jump must not look like an endless loop."""
    story = twee(f"{room}:: Dead\n")
    assert not story.unmodelled
    assert rules(story) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(after: 2s)[(set: $k to 1)][[A]]", set()),
        ("(after: 2s)[(set: $k to 2)][[A]]", {Law.REACHED, Law.OPENS, Law.ENDINGS}),
        ("(live: 1s)[(set: $k to 1)(stop:)][[A]]", set()),
        ('(set: $k to 1)(event: when $k is 1)[(goto: "A")]', set()),
        ('(event: when $k is 1)[(goto: "A")][[A]]', {Law.REACHED, Law.OPENS, Law.ENDINGS}),
    ],
)
def test_what_happens_after_a_while_is_modelled(text: str, expected: set[str]) -> None:
    """A timed hook may or may not have run when the player clicks, so both states count."""
    data = ':: StoryData\n{"format": "Harlowe"}\n'
    story = twee(f"{data}:: Start\n{text}\n:: A\n[[C]](if: $k is 1)[ [[B]] ]\n:: B\n:: C\n")
    assert not story.unmodelled
    assert rules(story) == expected
