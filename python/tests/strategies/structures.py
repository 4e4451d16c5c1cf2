"""Small playable structures: arbitrary ones and sound ones."""

from attrs import evolve, frozen
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.story import Story
from tests.support.planned_story import story_about
from tests.support.series import StructureWriter

FLAGS = ("flag::a", "flag::b", "flag::c")


def some_flags(none: int) -> st.SearchStrategy[frozenset[str]]:
    """Draw up to two flags; a larger ``none`` makes an empty set more likely."""
    some = [frozenset({flag}) for flag in FLAGS]
    return st.sampled_from([*[frozenset()] * none, *some, frozenset(FLAGS[:2])])


STORY = story_about(("one", "two"))
"""The story that every random structure tells."""

BEATS = tuple(beat.id for beat in STORY.beats)
_SOME_BEATS = st.lists(st.sampled_from(BEATS), max_size=2, unique=True).map(tuple)
_ENDINGS = st.sampled_from(["", "", "", "won", "lost"])
_LABELS = st.sampled_from(["", "Go", " go", "Stay"])
_REQUIRES, _FORBIDS, _GRANTS = some_flags(none=12), some_flags(none=16), some_flags(none=4)


@st.composite
def structures(draw: DrawFn, *, loops: bool = True) -> Structure:
    """Draw a structure of up to seven passages, with any errors.

    With ``loops``, players may walk in circles, as on a map.
    """
    count = draw(st.integers(1, 7))
    passages = tuple(
        Passage(
            id=f"passage::{place}", beats=draw(_SOME_BEATS), ending=draw(_ENDINGS) if place else ""
        )
        for place in range(count)
    )
    joined = [
        (draw(st.integers(0, target - 1)), target)
        for target in range(1, count)
        if draw(st.integers(0, 5))
    ]
    for _ in range(draw(st.integers(0, 6))):
        source = draw(st.integers(0, count - 1))
        least = 0 if loops else source + 1
        if least < count:
            joined.append((source, draw(st.integers(least, count - 1))))
    choices = [
        Choice(
            id=f"choice::{place}",
            source=f"passage::{source}",
            target=f"passage::{target}",
            label=draw(_LABELS),
            requires=draw(_REQUIRES),
            forbids=draw(_FORBIDS),
            grants=draw(_GRANTS),
        )
        for place, (source, target) in enumerate(joined)
    ]
    if loops and draw(st.booleans()):
        choices += [
            Choice(id=f"walk::{place}-{at}", source=source, target=target, label=f"Walk {at}")
            for place, (one, other) in enumerate(joined)
            for at, source, target in (
                ("on", f"passage::{one}", f"passage::{other}"),
                ("back", f"passage::{other}", f"passage::{one}"),
            )
        ]
    return Structure(start="passage::0", passages=passages, choices=tuple(choices))


@frozen(kw_only=True)
class Told:
    structure: Structure
    story: Story


@st.composite
def sound(draw: DrawFn) -> Told:
    """Draw up to four dilemmas in a row, each rejoined at once or with a variant for each flag.

    Every choice is needed, and every flag is read where it makes a difference.
    """
    names = tuple(f"d{place}" for place in range(draw(st.integers(1, 4))))
    made = StructureWriter()
    passage, choice = made.passage, made.choice
    here = passage("start")
    for name in names:
        after = passage(f"{name}-after")
        variants = draw(st.booleans())
        for arm in "xy":
            commit = passage(f"{name}-{arm}", f"beat::{name}-{arm}")
            flag = frozenset({f"flag::{name}-{arm}"}) if variants else frozenset()
            choice(here, commit, grants=flag)
            choice(commit, after)
            if variants:
                choice(after, passage(f"{name}-{arm}-variant"), requires=flag)
        if variants:
            joined = passage(f"{name}-joined")
            for arm in "xy":
                choice(f"passage::{name}-{arm}-variant", joined)
            after = joined
        here = after
    for ending in ("won", "lost"):
        choice(here, passage(ending, ending=ending))
    return Told(structure=made.structure, story=story_about(names))


def with_choice(structure: Structure, place: int, **changes: object) -> Structure:
    choices = list(structure.choices)
    choices[place] = evolve(choices[place], **changes)
    return evolve(structure, choices=tuple(choices))
