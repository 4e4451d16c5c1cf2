"""Pair playthroughs of two editions for human judges, who must not know the editions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from attrs import frozen

from questfoundry.app.evaluation.plan import EvaluationCase
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import play_steps
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.digest import digest

_MOST_CHOICES = 1_000


@frozen(kw_only=True)
class TranscriptScreen:
    """A passage of a playthrough; ``chosen`` is the label of the player's choice, if any."""

    title: str
    paragraphs: tuple[str, ...]
    offered: tuple[str, ...]
    chosen: str


@frozen(kw_only=True)
class BlindPair:
    """Two playthroughs of stories from the same idea and model; ``editions`` stays secret.

    The first edition of ``editions`` is that of ``left``.
    """

    id: str
    idea: str
    left: tuple[TranscriptScreen, ...]
    right: tuple[TranscriptScreen, ...]
    editions: tuple[str, str]


def build_pairs(stories: Mapping[EvaluationCase, Story]) -> Iterator[BlindPair]:
    """Yield a pair for each idea and model with stories of the first two editions.

    The sides are mixed, in the same way each time.
    """
    editions = tuple(dict.fromkeys(case.edition for case in stories))[:2]
    by_story = {(case.number, case.model, case.edition): case for case in stories}
    for number, model in dict.fromkeys((case.number, case.model) for case in stories):
        cases = [by_story.get((number, model, edition)) for edition in editions]
        found = [case for case in cases if case is not None]
        if len(found) < 2:
            continue
        key = digest(f"{number} {model}")
        if int(key[:8], 16) % 2:
            found.reverse()
        one, other = found
        yield BlindPair(
            id=key[:12],
            idea=one.idea,
            left=transcribe_play(stories[one]),
            right=transcribe_play(stories[other]),
            editions=(one.edition, other.edition),
        )


def transcribe_play(story: Story) -> tuple[TranscriptScreen, ...]:
    """Return a random playthrough of ``story``; the same story always gives the same one."""
    structure = story.existing_structure
    walk = Solver(structure).walk_at_random(Random(1), max_choices=_MOST_CHOICES)  # noqa: S311
    taken = [structure.choices[each].id for each in walk.choices]
    return tuple(_iter_screens(story, taken))


def _iter_screens(story: Story, taken: Sequence[str]) -> Iterator[TranscriptScreen]:
    structure = story.existing_structure
    for number, here in enumerate(play_steps(structure, taken)):
        passage = structure.passage(here.passage)
        yield TranscriptScreen(
            title=passage.title,
            paragraphs=tuple(
                each.plain_text
                for each in story.paragraphs(passage.id)
                if each.is_visible_with(here.flags)
            ),
            offered=tuple(each.label for each in here.open),
            chosen=structure.choice(taken[number]).label if number < len(taken) else "",
        )


def count_wins(
    judgements: Iterable[Mapping[str, str]], editions: Mapping[str, tuple[str, str]]
) -> Mapping[str, int]:
    """Return how often each edition was preferred.

    Each of ``judgements`` says for each pair which side is better, ``left`` or ``right``;
    ``editions`` gives the editions of both sides. Other answers, and unknown pairs, do not count.
    """
    wins = dict.fromkeys((name for pair in editions.values() for name in pair), 0)
    for pair, side in (each for answers in judgements for each in answers.items()):
        if pair in editions and side in ("left", "right"):
            wins[editions[pair][side == "right"]] += 1
    return wins
