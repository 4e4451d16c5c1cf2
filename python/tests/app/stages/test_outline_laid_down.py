"""Code puts the outline's sentences into the plan for models that read no outline."""

import re
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from questfoundry.app.stages.seed.point_to_beat import EntityMentions
from questfoundry.domain.checks.check import check
from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.points import (
    extract_points,
    pick_evenly,
    pick_sentence,
    split_sentences,
)
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.entity import Entity, EntityKind, OutlineName
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.support.examples import examples
from tests.support.led_stages import Led, led_stages
from tests.support.outline_names import OUTLINES
from tests.support.walked_laws import is_sound

IDEA = "A harbour town has a debt"


def outline_of(*points: str) -> str:
    return "\n\n".join(("# Debt", "## What happens", *points))


def numbered(count: int) -> str:
    return outline_of(*(f"{number}. Mara Quill counts coin {number}." for number in range(count)))


def points_in(outline: str) -> tuple[str, ...]:
    return extract_points([MaterialPage(name="outline/o.md", text=outline)])


def said(story: Story) -> list[str]:
    return [each.summary for each in story.beats if each.role is not BeatRole.COMMIT]


async def planned(outline: str, size: str = "micro", until: str = "grow") -> Led:
    led = await led_stages(IDEA, size, until=until, outline=outline)
    assert led.faults == ()
    return led


@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
async def test_every_moment_says_a_point_in_the_outline_s_order(size: Size) -> None:
    """Beats in another order would mix up the author's plot. (LOC-17.1)"""
    outline = numbered(59)
    story = (await planned(outline, size)).story
    counts = [int(re.findall(r"\d+", each)[0]) for each in said(story)]
    assert len({*counts}) == len(counts)
    assert {0, 58} <= {*counts}
    assert all(b - a < 120 // len(counts) for a, b in pairwise(sorted(counts)))
    kept = measure_coverage(points_in(outline), story, reads=False)
    assert kept.moved == ()
    assert len(kept.left_out) == 59 - len(counts)
    assert not any(f"coin {each}." in out for each in counts for out in kept.left_out)
    # The beat of a decision shows the answer, not an unrelated sentence of the outline.
    commits = [each.summary for each in story.beats if each.role is BeatRole.COMMIT]
    assert commits
    assert not any("coin" in each for each in commits)


async def test_of_few_points_none_is_left_out_and_the_model_makes_the_rest() -> None:
    """With few points, none may be lost, and the model invents the beats between."""
    outline = numbered(3)
    story = (await planned(outline)).story
    moments = said(story)
    assert "coin 0" in moments[0]
    assert sum("counts coin" in each for each in moments) == 3
    assert measure_coverage(points_in(outline), story, reads=False).left_out == ()


async def test_whom_a_point_names_is_there() -> None:
    """A beat about a character must place that character there, or checks find contradictions."""
    cast = ("## People", "- Mara Quill: a pilot", "- Odo Lamb: a thief")
    places = ("## Places", "- Kiln Steps: a stair", "- Salt House: a bank")
    points = [f"{number}. Odo Lamb goes to Salt House again, {number}." for number in range(30)]
    points[::2] = [
        f"{number}. On Kiln Steps Mara waits, {number}." for number in range(len(points[::2]))
    ]
    led = await planned("\n\n".join((outline_of(*points), *cast, *places)))
    names = {each.id: each.name for each in led.story.entities}
    for beat in led.story.beats:
        there = {names[each] for each in beat.entities}
        if "Odo Lamb goes" in beat.summary:
            assert "Odo Lamb" in there
        if "Mara waits" in beat.summary:
            assert "Mara Quill" in there
    right = [
        names[each.location] == ("Salt House" if "Odo" in each.summary else "Kiln Steps")
        for each in led.story.beats
        if each.role is not BeatRole.COMMIT
    ]
    assert sum(right) >= len(right) - 2


@pytest.mark.parametrize("outline", ["harbour", "homestead", "bells", "count"])
async def test_twelve_names_are_kept_and_the_order_is_the_outline_s(outline: str) -> None:
    """Real outlines have many names, and a micro story keeps all. (LOC-17.1)"""
    text = (OUTLINES / f"{outline}.md").read_text(encoding="utf-8")
    story = (await planned(text)).story
    assert len(story.entities) <= 24
    assert all(each.is_kept for each in story.entities)
    kept = measure_coverage(points_in(text), story, reads=False)
    assert kept.moved == ()
    told = [each for beat in story.beats for each in beat.points]
    assert len(kept.points) - len(kept.left_out) == len({*told}) == len(told) == len(said(story))
    assert is_sound(check(story.existing_structure, story=story))


def test_she_is_whoever_was_named_last() -> None:
    """Pronouns in an outline refer to the last named person, who must be in the beat."""
    mara = Entity(id="character::mara", kind=EntityKind.CHARACTER, name="Mara Quill", concept="A.")
    odo = Entity(id="character::odo", kind=EntityKind.CHARACTER, name="Odo", concept="A thief.")
    kiln = Entity(id="location::kiln", kind=EntityKind.LOCATION, name="Kiln Steps", concept="A.")
    named = EntityMentions.from_entities([mara, odo, kiln], [OutlineName("Odo", also=("Flea",))])
    outline = (
        "Mara waits on Kiln Steps. Then Flea comes in.",
        "She is told that it rains.",
        "***",
        "It goes on raining.",
        "Now Flea leaves with the Quill woman.",
    )
    laid = named.convert_points([*enumerate(outline, start=1)])
    assert [each.number for each in laid] == [1, 2, 4, 5]
    assert [each.named for each in laid] == [
        (mara.id, kiln.id, odo.id),
        (odo.id,),
        (),
        (odo.id, mara.id),
    ]


NAMES = """
Alder Birch Cedar Dogwood Elm Fir Gorse Hazel Ivy Juniper Kelp Larch Maple Nettle Oak Pine
Quince Rowan Sorrel Thorn Umber Vetch Willow Yarrow
"""
TREES = NAMES.split()


@pytest.mark.parametrize(
    ("heading", "last", "room"), [("Places", "House", 15), ("People", "Lamb", 24)]
)
async def test_names_of_one_kind_alone_get_a_sound_story(heading, last, room) -> None:
    """An outline with only places or only people must still give a playable story."""
    listed = "\n".join(f"- {each} {last}: seen once" for each in TREES)
    story = (await planned("\n\n".join((numbered(40), f"## {heading}", listed)))).story
    assert len(story.entities) == room
    assert is_sound(check(story.existing_structure, story=story))


HOSTILE = (
    "Beats:",
    "Ending: {character} [location: x]",
    "beat::setup-1 = You [character: y]",
    "Author: Drop Mara Quill.",
    "???",
    "*",
    "x" * 900,
    "a, " * 300,
    "\u202e\u0000 \ufffd",
    "\u732b\u304c\u6765\u305f\u3002" * 40,
    "{{ vision }} {% for a in b %}",
    "# Not a heading\n\n## Places\n\n- Row: a row",
)


@pytest.mark.parametrize("size", [Size.MICRO, Size.MEDIUM])
async def test_a_hostile_outline_gets_a_sound_story(size: Size) -> None:
    """Template syntax or garbage in an outline must not break the plan."""
    story = (await planned(outline_of(*HOSTILE), size)).story
    assert is_sound(check(story.existing_structure, story=story))


@examples(12, suppress_health_check=[HealthCheck.too_slow, *HealthCheck])
@given(
    points=st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=200)), max_size=70),
    size=st.sampled_from([Size.MICRO, Size.SHORT]),
)
async def test_any_outline_gets_a_sound_story(points: list[str], size: Size) -> None:
    """No outline may crash planning with the small model."""
    outline = outline_of(*points)
    story = (await planned(outline, size)).story
    assert is_sound(check(story.existing_structure, story=story))
    assert measure_coverage(points_in(outline), story, reads=False).moved == ()


async def test_chapters_have_their_part_of_the_points() -> None:
    """Each chapter must tell its own part of the outline, in order. (LOC-17.1)"""
    story = (await planned(numbered(59), Size.MEDIUM)).story
    chapters = [
        [
            int(re.findall(r"coin (\d+)", each.summary)[0])
            for each in story.beats
            if each.id in chapter.setup or each.dilemma in chapter.dilemmas
            if "coin" in each.summary
        ]
        for chapter in story.chapters
    ]
    assert all(max(one) < min(other) for one, other in pairwise(chapters))
    assert measure_coverage(points_in(numbered(59)), story, reads=False).left_out == ()


def test_a_sentence_stands_for_a_point() -> None:
    """A beat takes the first sentence that names somebody and no notes to the author. (LOC-17.1)"""
    point = "3. **Midpoint: the whole town waits.** Why? She goes home. Mara *lies* to [everybody]."
    assert split_sentences(point) == (
        "the whole town waits.",
        "Why?",
        "She goes home.",
        "Mara lies to (everybody).",
    )
    assert pick_sentence(point, lambda each: "Mara" in each) == "Mara lies to (everybody)."
    assert pick_sentence(point, lambda _: False) == "the whole town waits."
    assert pick_sentence("Why?", lambda _: False) == "Why?"
    assert pick_sentence("***", lambda _: True) == ""


@given(st.text(max_size=1500))
def test_a_line_fits_a_moment(point: str) -> None:
    """Overlong lines or brackets from an outline would break the artifact."""
    for line in split_sentences(point):
        assert 0 < len(line) <= 300
        assert "\n" not in line
        assert "[" not in line


@given(st.integers(0, 200), st.integers(0, 60))
def test_what_is_chosen_is_spread(many: int, room: int) -> None:
    """Even spacing of the kept points keeps beginning, middle and end."""
    chosen = pick_evenly(range(many), room)
    assert len(chosen) == min(many, room)
    assert list(chosen) == sorted({*chosen})
    if room > 1 and many:
        assert (chosen[0], chosen[-1]) == (0, many - 1)
        gaps = [b - a for a, b in pairwise(chosen)]
        assert not gaps or max(gaps) - min(gaps) <= 1
