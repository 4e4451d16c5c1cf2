"""Derive the endings of a plan: one for each combination of answers that splits the story."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.stat import make_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import build_id
from questfoundry.domain.weaving.readings import measure_stat, pick_threshold

LETTERS = "ab"
"""The letters that mark the first and the second path of a dilemma in ids."""

THE_END = build_id("ending", "the-end")
"""The only ending of a story that no dilemma splits."""


_Route = tuple[str, tuple[str, ...]]


def ending_id(path: str, code: str) -> str:
    """Return the id of the ending for players whose last path is ``path``.

    ``code`` has one letter, "a" or "b", for each earlier decision.
    """
    return build_id("ending", slug_of(path), code)


def variant_id(ending: str, path: str) -> str:
    """Return the id of a variant of the ending, for players who took the path ``path``."""
    return build_id("ending", slug_of(ending), f"after-{slug_of(path)}")


SIDES = ("high", "low")
"""The two ends of a stat, which mark the variants of an ending in ids."""


def side_id(ending: str, side: str) -> str:
    """Return the id of the variant of an ending for players at ``side`` of a stat."""
    return build_id("ending", slug_of(ending), side)


def endings_of(
    splits: Sequence[Sequence[str]], parent_paths: Sequence[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Return the paths that lead to each ending, by ending id.

    ``splits`` lists, for each dilemma that splits the story, its two paths. ``parent_paths`` gives,
    for each of these dilemmas, the path on which it comes up. An empty string there means that
    every player decides the dilemma.
    """
    parents = tuple(parent_paths) or ("",) * len(splits)
    nested = {path: paths for paths, path in zip(splits, parents, strict=True) if path}

    def routes(
        code: str, taken: tuple[str, ...], waiting: Sequence[Sequence[str]]
    ) -> Iterator[_Route]:
        following = waiting[0] if waiting else nested.get(taken[-1] if taken else "", ())
        if not following:
            yield code, taken
        for letter, path in zip(LETTERS, following, strict=False):
            yield from routes(code + letter, (*taken, path), waiting[1:])

    everywhere = [paths for paths, path in zip(splits, parents, strict=True) if not path]
    return {
        ending_id(taken[-1], code[:-1]) if taken else THE_END: taken
        for code, taken in routes("", (), everywhere)
    }


Closings = Mapping[str, tuple[Beat, Beat]]
"""The last beats of each ending by ending id: for the high end of a stat, and for its low end."""


@frozen(kw_only=True)
class LevelReading:
    """The question whether a player's ``stat`` (an id) is at least ``least``."""

    stat: str
    least: int

    def add_to(self, choice: Choice, side: str) -> Choice:
        """Return ``choice`` for players at ``side`` only, ``high`` or ``low``.

        The conditions of the two sides are complementary, so that every player has exactly one open
        choice.
        """
        level = make_level(self.stat, self.least)
        if (level.value > 0) is (side == SIDES[0]):
            return evolve(choice, requires=choice.requires | {level.id})
        return evolve(choice, forbids=choice.forbids | {level.id})


def find_closings(story: Story) -> Closings:
    """Return the last beats of each ending for the two ends of the first stat, by ending id."""
    by_ending = {beat.ending: beat for beat in story.beats if beat.ending}
    found = {
        ending: tuple(by_ending.get(side_id(ending, side)) for side in SIDES)
        for ending in by_ending
        if ending and story.stats
    }
    return {ending: (high, low) for ending, (high, low) in found.items() if high and low}


def split_endings(
    structure: Structure, closings: Closings, stat: str, *, has_all_moves: bool = True
) -> Structure:
    """Return ``structure`` with each ending in ``closings`` divided by the value of ``stat``.

    The passage of such an ending no longer ends the story. From there, each player continues to one
    of two passages, which end with their own beat: about half of random players come to each. If
    all players have the same value in a passage, it stays as it is.

    Without ``has_all_moves``, some choices still lack their moves; then every ending is
    divided, by a preliminary condition.
    """
    values = measure_stat(structure, stat) if has_all_moves else {}
    passages, choices = list[Passage](), [*structure.choices]
    for passage in structure.passages:
        threshold = pick_threshold(values.get(passage.id, {})) if has_all_moves else 1
        if passage.ending not in closings or threshold is None:
            passages.append(passage)
            continue
        last = [*_build_last(passage, closings[passage.ending])]
        passages += [evolve(passage, ending=""), *last]
        choices += _build_exits(passage, last, LevelReading(stat=stat, least=threshold))
    return evolve(structure, passages=tuple(passages), choices=tuple(choices))


def _build_last(passage: Passage, beats: tuple[Beat, Beat]) -> Iterator[Passage]:
    for side, beat in zip(SIDES, beats, strict=True):
        yield Passage(
            id=f"{passage.id}--{side}", beats=(beat.id,), ending=side_id(passage.ending, side)
        )


def _build_exits(passage: Passage, last: list[Passage], reading: LevelReading) -> Iterator[Choice]:
    for side, target in zip(SIDES, last, strict=True):
        name = build_id("choice", slug_of(passage.id), side)
        yield reading.add_to(Choice(id=name, source=passage.id, target=target.id), side)
