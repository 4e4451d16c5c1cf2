from hypothesis import given
from hypothesis import strategies as st

from questfoundry.infra.llm.tiny.selector import Selector
from tests.support.small_model import SharedWords

IDS = ("character::ann", "character::bo", "object::key", "location::pier")


def selector(idea="rain"):
    return Selector(idea=idea, embeddings=SharedWords())


async def test_the_most_similar_value_that_a_field_does_not_have_yet_is_taken():
    """The same value twice looks wrong. (LOC-11.2)"""
    subject = selector("rain on the pier")
    table = {"Dry Hall": "sun sand", "Wet Pier": "rain pier", "Pier Two": "pier"}
    taken = [await subject.pick_unused("name", table, 1) for _ in table]
    assert taken == ["Wet Pier", "Pier Two", "Dry Hall"]
    assert await subject.pick_unused("name", table, 1) == "Wet Pier 2"
    assert await subject.pick_unused("title", table, 1) == "Wet Pier"


async def test_ideas_that_are_equally_similar_get_different_values():
    """Equal scores must not make every story start with the same entry. (LOC-11.2)"""
    table = dict.fromkeys("abcdefgh", "rain")
    taken = {await selector(f"rain {number}").pick_unused("name", table, 4) for number in range(20)}
    assert taken == set("abcd")


@given(
    st.permutations(IDS),
    st.lists(st.sampled_from(("character", "object", "faction")), max_size=2, unique=True),
    st.integers(1, 6),
)
def test_ids_are_spread_evenly_over_the_places_that_take_one(options, kinds, rounds):
    """An entity that is never used would fail the gate, and overuse makes a story monotonous."""
    subject = selector()
    taken = [each for _ in range(rounds) for each in subject.pick_evenly("at", options, (), 1)]
    counts = [taken.count(each) for each in options]
    assert max(counts) - min(counts) <= 1
    assert taken[:1] == list(options[:1])
    first = subject.pick_evenly("who", options, kinds, 3)
    assert len(set(first)) == 3
    there = [kind for kind in kinds if kind != "faction"]
    assert [each.partition("::")[0] for each in first][: len(there)] == there


def test_all_ids_in_some_order_are_a_permutation_that_depends_on_the_idea():
    """An order with a missing or repeated id would lose a passage or show it twice."""
    orders = {tuple(selector(f"idea {n}").rotate("order", IDS)) for n in range(20)}
    assert all(sorted(order) == sorted(IDS) for order in orders)
    assert len(orders) > 1


def test_what_the_idea_decides_for_one_field_says_nothing_of_another():
    ideas = [selector(f"idea {number}") for number in range(40)]
    pairs = {
        (each.pick_seeded("weight", "ab"), each.pick_seeded("residue", "ab")) for each in ideas
    }
    assert len(pairs) == 4
