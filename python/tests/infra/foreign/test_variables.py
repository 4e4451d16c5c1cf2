"""Tests of SugarCube variables: the reader must agree with a player of the text."""

from collections.abc import Iterator, Sequence

import pytest
from attrs import frozen
from hypothesis import event, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.foreign.story import ForeignStory, link_id
from tests.support.examples import examples
from tests.support.reading import twee

PLACES = ("Start", "A", "B", "C")
VALUES = {"true": True, "false": False, "1": 1, "2": 2, '"x"': "x"}
Held = tuple[tuple[str, object], ...]


@frozen
class Asked:
    """A condition ``$a is 1``, or on a sum of variables; ``sign`` is SugarCube's operator."""

    name: str
    sign: str = ""
    value: str = ""
    negative: bool = False

    def __str__(self) -> str:
        plain = f"{self.name} {self.sign} {self.value}".strip()
        return f"not ({plain})" if self.negative else plain

    def holds(self, held: dict[str, object], visits: dict[str, int]) -> bool:
        if self.name.startswith("visited"):
            found: object = visits.get(self.name[9:-2], 0)
        else:
            found = held.get(self.name)
        wanted = VALUES.get(self.value)
        numbers = type(found) is int and type(wanted) is int
        truth = {
            "": bool(found),
            "is": type(found) is type(wanted) and found == wanted,
            "gte": numbers and found >= wanted,  # type: ignore[operator]
            "lt": numbers and found < wanted,  # type: ignore[operator]
        }[self.sign]
        return truth is not self.negative


@frozen
class Set:
    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name} {'+= 1' if self.value == '+' else f'to {self.value}'}"

    def act(self, held: dict[str, object]) -> None:
        if self.value == "+":
            held[self.name] = int(held[self.name]) + 1  # type: ignore[call-overload]
        else:
            held[self.name] = VALUES[self.value]


@frozen
class Way:
    number: int
    target: str
    sets: tuple[Set, ...]

    def __str__(self) -> str:
        setter = f"[{'; '.join(map(str, self.sets))}]" if self.sets else ""
        return f"[[way {self.number}|{self.target}]{setter}]"


@frozen
class If:
    test: Asked
    both: Asked | None
    yes: tuple[object, ...]
    no: tuple[object, ...]

    def __str__(self) -> str:
        asked = f"{self.test} {'or' if self.test.negative else 'and'} {self.both}"
        return (
            f"<<if {asked if self.both else self.test}>>{written(self.yes)}"
            f"<<else>>{written(self.no)}<</if>>"
        )

    def holds(self, held: dict[str, object], visits: dict[str, int]) -> bool:
        one = self.test.holds(held, visits)
        if not self.both:
            return one
        other = self.both.holds(held, visits)
        return one or other if self.test.negative else one and other


def written(parts: Sequence[object]) -> str:
    return "".join(f"<<set {each}>>" if isinstance(each, Set) else str(each) for each in parts)


TESTS = st.one_of(
    st.builds(Asked, st.sampled_from(["$a", "$b"]), negative=st.booleans()),
    st.builds(
        Asked,
        st.sampled_from(["$a", "$b"]),
        st.just("is"),
        st.sampled_from([*VALUES]),
        st.booleans(),
    ),
    st.builds(Asked, st.just("$n"), st.sampled_from(["gte", "lt", "is"]), st.sampled_from("12")),
    st.builds(
        Asked, st.sampled_from(['visited("A")', 'visited("B")']), st.just("gte"), st.just("2")
    ),
)
SETS = st.one_of(
    st.builds(Set, st.sampled_from(["$a", "$b"]), st.sampled_from([*VALUES])),
    st.builds(Set, st.just("$n"), st.sampled_from(["+", "1"])),
)


HARLOWE_TESTS = st.one_of(
    st.builds(
        Asked,
        st.sampled_from(["$a", "$b", "$n"]),
        st.just("is"),
        st.sampled_from([*VALUES]),
        st.booleans(),
    ),
    st.builds(Asked, st.just("$n"), st.sampled_from(["gte", "lt"]), st.sampled_from("12")),
)


@st.composite
def stories(draw: DrawFn, tests: st.SearchStrategy[Asked] = TESTS) -> dict[str, tuple[object, ...]]:
    number = iter(range(100))

    def body(depth: int) -> tuple[object, ...]:
        parts: list[object] = []
        for _ in range(draw(st.integers(0, 2 if depth else 3))):
            match draw(st.integers(0, 3 if depth < 2 else 1)):
                case 0:
                    parts.append(draw(SETS))
                case 1:
                    sets = tuple(draw(st.lists(SETS, max_size=1)))
                    parts.append(Way(next(number), draw(st.sampled_from(PLACES)), sets))
                case _:
                    both = draw(st.none() | tests)
                    parts.append(If(draw(tests), both, body(depth + 1), body(depth + 1)))
        return tuple(parts)

    return {place: body(0) for place in PLACES}


class Player:
    """A simulated player who walks the story with all variables; visits count to three."""

    def __init__(self, story: dict[str, tuple[object, ...]]) -> None:
        self.story = story
        self.met: set[str] = set()
        self.stuck: set[str] = set()
        self.taken: set[int] = set()
        waiting: list[tuple[str, Held, tuple[tuple[str, int], ...]]] = [("Start", (("$n", 0),), ())]
        seen = {repr(waiting[0])}
        for place, held, visits in waiting:
            self.met.add(place)
            counts = dict(visits)
            counts[place] = min(3, counts.get(place, 0) + 1)
            ways, now = self._shown(place, dict(held), counts)
            if not ways and any(self._ways(story[place])):
                self.stuck.add(place)
            for way in ways:
                self.taken.add(way.number)
                then = dict(now)
                for each in way.sets:
                    each.act(then)
                then["$n"] = min(4, int(then["$n"]))  # type: ignore[call-overload]
                state = (way.target, tuple(sorted(then.items())), tuple(sorted(counts.items())))
                if repr(state) not in seen:  # Python treats 1 and True as equal
                    seen.add(repr(state))
                    waiting.append(state)

    def _shown(
        self, place: str, held: dict[str, object], visits: dict[str, int]
    ) -> tuple[list[Way], dict[str, object]]:
        ways: list[Way] = []

        def run(parts: Sequence[object]) -> None:
            for each in parts:
                if isinstance(each, Set):
                    each.act(held)
                elif isinstance(each, Way):
                    ways.append(each)
                elif isinstance(each, If):
                    run(each.yes if each.holds(held, visits) else each.no)

        run(self.story[place])
        return ways, held

    def _ways(self, parts: Sequence[object]) -> Iterator[Way]:
        for each in parts:
            if isinstance(each, Way):
                yield each
            elif isinstance(each, If):
                yield from (*self._ways(each.yes), *self._ways(each.no))


def in_harlowe(parts: Sequence[object]) -> str:
    """Return the parts in the notation of Harlowe."""
    return "".join(map(_in_harlowe, parts))


def _in_harlowe(each: object) -> str:
    match each:
        case Set():
            return f"(set: {each.name} to {'it + 1' if each.value == '+' else each.value})"
        case Way():
            return f'(link: "way {each.number}")[{in_harlowe(each.sets)}(goto: "{each.target}")]'
        case If():
            joint = "or" if each.test.negative else "and"
            asked = " ".join(
                [_asked(each.test), *([joint, _asked(each.both)] if each.both else [])]
            )
            return f"(if: {asked})[{in_harlowe(each.yes)}] (else:)[{in_harlowe(each.no)}]"
        case _:
            raise AssertionError(each)


def _asked(test: Asked) -> str:
    signs = {"is": "is", "gte": ">=", "lt": "<", "": "is"}
    plain = f"{test.name} {signs[test.sign]} {test.value or 'true'}"
    return f"not ({plain})" if test.negative else plain


@examples(60)
@given(stories(HARLOWE_TESTS))
def test_the_solver_agrees_with_a_player_of_harlowe(story: dict[str, tuple[object, ...]]) -> None:
    """Only a comparison with a player of random stories shows that proven errors are true."""
    text = "\n".join(f":: {place}\n{in_harlowe(parts)}" for place, parts in story.items())
    agrees(twee(text, ':: StoryData\n{"format": "Harlowe"}'), story)


@examples(60)
@given(stories())
def test_the_solver_agrees_with_a_player_of_the_text(story: dict[str, tuple[object, ...]]) -> None:
    """Proven errors must be true in SugarCube. (FMT-5.8)"""
    text = "\n".join(f":: {place}\n{written(parts)}" for place, parts in story.items())
    agrees(
        twee(f"{text}\n:: StoryInit\n<<set $n to 0>>", ':: StoryData\n{"format": "SugarCube"}'),
        story,
    )


def agrees(read: ForeignStory, story: dict[str, tuple[object, ...]]) -> None:
    """Assert that the errors are true for a player, and complete if all is modelled."""
    player = Player(story)
    found: dict[str, set[str]] = {}
    for each in check_foreign(read).errors:
        event(each.item.rule)
        found.setdefault(each.item.rule, set()).add(each.item.place)
    labels = {link_id(each.id): int(each.label[4:]) for each in read.structure.choices}
    places = {link_id(each.id): each.source for each in read.structure.choices}
    never = {link for link, number in labels.items() if number not in player.taken}
    truth = {
        Law.REACHED: set(PLACES) - player.met,
        Law.STUCK: player.stuck,
        # Where a condition counts as open, an unreachable passage may count as met.
        Law.OPENS: {each for each in never if read.unmodelled or places[each] in player.met},
    }
    for rule, is_so in truth.items():
        called = found.get(rule, set())
        assert called <= is_so if read.unmodelled else called == is_so


@pytest.mark.parametrize("begun", [0, 200])
@pytest.mark.parametrize("text", ["It is <<if $lamp>>bright<<else>>dark<</if>>.", "$lamp", "Dark."])
def test_what_the_text_looks_at_makes_a_difference(begun: int, text: str) -> None:
    """Two choices differ if the text mentions their variable, so they must not be called equal."""
    first = "\n".join(f"<<set $v{number} to false>>" for number in range(begun))
    story = twee(
        f":: StoryInit\n{first}\n<<set $lamp to false>>\n\n:: Start\n"
        "[[Take the lamp|Hall][$lamp to true]]\n[[Leave it|Hall]]\n\n"
        f":: Hall\n{text}\n[[On|End]]\n\n:: End\nBye."
    )
    found = {each.item.rule for each in check_foreign(story).findings}
    assert found & {Law.OUTCOMES, Law.FLAGS} == (
        {Law.OUTCOMES, Law.FLAGS} if text == "Dark." else set()
    )


@pytest.mark.parametrize(
    ("story_format", "setting", "asking"),
    [
        ("SugarCube", '<<set $name to "Ada">>', "<<if $name.length gt 2>>[[B]]<</if>>"),
        ("Harlowe", '(set: $name to "Ada")', "(if: $name's length > 2)[ [[B]] ]"),
        ("Chapbook", 'name: "Ada"\n--', "[if name.length > 2]\n[[B]]\n[continued]"),
    ],
)
def test_an_unset_property_is_not_known(story_format: str, setting: str, asking: str) -> None:
    """A length changes with the value, so a condition on it cannot be decided."""
    data = f':: StoryData\n{{"format": "{story_format}"}}\n'
    story = twee(f"{data}:: Start\n{setting}\n[[go->A]]\n:: A\n{asking}\n[[C]]\n:: B\n:: C\n")
    assert check_foreign(story).errors == ()
    assert any("length" in each.what for each in story.unmodelled)


@pytest.mark.parametrize(
    ("story_format", "text"),
    [
        ("SugarCube", '<<set $mood to $mood or "calm">><<if $mood is "calm">>[[A]]<</if>>[[B]]'),
        ("SugarCube", '<<set $mood to $mood && "calm">><<if not $mood>>[[A]]<</if>>[[B]]'),
        ("SugarCube", '<<if ($mood or "calm") is "calm">>[[A]]<</if>>[[B]]'),
        ("Chapbook", 'mood: mood || "calm"\n--\n[if mood === "calm"]\n[[A]]\n[cont]\n[[B]]'),
    ],
)
def test_one_of_two_values_is_that_value(story_format: str, text: str) -> None:
    """JavaScript's `or` returns a value, no truth. (FMT-5.8)"""
    data = f':: StoryData\n{{"format": "{story_format}"}}\n'
    story = twee(f"{data}:: Start\n{text}\n:: A\n:: B\n")
    assert check_foreign(story).errors == ()
