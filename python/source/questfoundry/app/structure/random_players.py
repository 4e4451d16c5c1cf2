"""Estimate the agency of a story's players from random playthroughs with a fixed seed.

A random player takes each open choice with equal probability. The estimates replace exact figures
of stories that are too large, and measure the words that two players have in common.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from random import Random
from statistics import fmean

from attrs import frozen

from questfoundry.domain.solver import HEAVY
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.prose import ProseParagraph

PLAYS = 400
PAIRS = 20
"""The number of pairs of players whose words are compared, for each combination of answers."""

_PLAYS_PER_OPTION = 100
_MOST_PLAYS = 3_000
"""The limit on the plays that compare options."""

_MOST_SCREENS = 3_000


@frozen(kw_only=True)
class RandomPlay:
    """A random playthrough.

    ``paragraphs``: the texts that the player reads, in order.
    ``answers``: the paths that the player takes, in order.
    ``decisions``: the passage and the flags at each decision.
    ``distances``: for each text that needs a flag, the flag and the screens since its choice.
    """

    paragraphs: tuple[str, ...]
    answers: tuple[str, ...]
    decisions: tuple[tuple[str, frozenset[str]], ...]
    distances: tuple[tuple[str, int], ...]


@frozen(slots=False)
class RandomPlayers:
    """Some hundred random players of a story; ``texts`` has the paragraphs of each passage."""

    structure: Structure
    texts: Mapping[str, Sequence[ProseParagraph]]

    @cached_property
    def plays(self) -> Sequence[RandomPlay]:
        """The playthroughs; the same story always gives the same playthroughs."""
        return [self._play(rng) for rng in (Random(seed) for seed in range(PLAYS))]  # noqa: S311

    def estimate_decisions(self) -> float:
        """Return the mean number of decisions in a playthrough."""
        return fmean(len(play.decisions) for play in self.plays)

    def estimate_difference(self) -> float | None:
        """Return the share of words that another player with the same answers does not read.

        Each combination of answers counts alike. The result is ``None`` if no two players have the
        same answers.
        """
        groups, rng, different = defaultdict[tuple[str, ...], list[RandomPlay]](list), Random(1), []  # noqa: S311
        for play in self.plays:
            groups[tuple(sorted(play.answers))].append(play)
        for group in groups.values():
            for _ in range(PAIRS if len(group) > 1 else 0):
                one, other = rng.sample(group, 2)
                different.append(_count_own_words(one, other))
        return fmean(different) if different else None

    def estimate_influence(self) -> float:
        """Return the share of decisions that shift the chances of the endings by ``HEAVY``."""
        rng, heavy, played = Random(1), list[bool](), 0  # noqa: S311
        decisions = [each for play in self.plays for each in play.decisions]
        rng.shuffle(decisions)
        for passage, flags in decisions:
            choices = self._list_open(passage, flags)
            played += len(choices) * _PLAYS_PER_OPTION
            if played > _MOST_PLAYS:
                break
            ended = [
                Counter(self._finish(choice, flags, rng) for _ in range(_PLAYS_PER_OPTION))
                for choice in choices
            ]
            distance = max(_compare_counts(*pair) for pair in combinations(ended, 2))
            heavy.append(distance >= HEAVY)
        return fmean(heavy) if heavy else 0.0

    def list_distances(self) -> Iterator[tuple[str, int]]:
        """Yield the flag and the distance of each conditional text that the players read."""
        for play in self.plays:
            yield from play.distances

    def _list_open(self, passage: str, flags: frozenset[str]) -> list[Choice]:
        return [each for each in self.structure.selectable_choices(passage) if each.is_open(flags)]

    def _finish(self, choice: Choice, flags: frozenset[str], rng: Random) -> str:
        for _ in range(_MOST_SCREENS):
            flags, here = choice.apply(flags), choice.target
            options = self._list_open(here, flags)
            if not options:
                return self.structure.passage(here).ending
            choice = rng.choice(options)
        return ""

    def _play(self, rng: Random) -> RandomPlay:
        here, flags, since = self.structure.start, frozenset[str](), dict[str, int]()
        paragraphs, answers = list[str](), list[str]()
        decisions, distances = list[tuple[str, frozenset[str]]](), list[tuple[str, int]]()
        for screen in range(_MOST_SCREENS):
            for each in self.texts.get(here, ()):
                if each.is_visible_with(flags):
                    paragraphs.append(each.text)
                    if each.flag:
                        distances.append((each.flag, screen - since[each.flag]))
            options = self._list_open(here, flags)
            if not options:
                break
            if len(options) > 1:
                decisions.append((here, flags))
            choice = rng.choice(options)
            flags, here = choice.apply(flags), choice.target
            for flag in flags:
                since.setdefault(flag, screen)
            answers += [choice.takes] if choice.takes else []
        return RandomPlay(
            paragraphs=tuple(paragraphs),
            answers=tuple(answers),
            decisions=tuple(decisions),
            distances=tuple(distances),
        )


def _count_own_words(play: RandomPlay, other: RandomPlay) -> float:
    shared = {*other.paragraphs}
    words = [(len(each.split()), each in shared) for each in play.paragraphs]
    total = sum(count for count, _ in words)
    return sum(count for count, is_shared in words if not is_shared) / max(1, total)


def _compare_counts(one: Counter[str], other: Counter[str]) -> float:
    return sum(abs(one[each] - other[each]) for each in one | other) / (2 * _PLAYS_PER_OPTION)
