"""Measure how much drafts of different ideas share, and how much a player's choices weigh in them.

    python python/benchmarks/draft_variety.py [--json] [--seed SEED] [IDEA ...]

Without ideas, twelve ideas of all question shapes are drafted. For each draft:

- ``words``: the mean number of words of a random playthrough
- ``decisions``: the mean number of passages of a playthrough with two or more open choices
- ``differs``: the share of a playthrough's words that another playthrough with the same answers to
  all dilemmas does not have
- ``influence``: the share of decisions with two options that shift the chances of the endings by
  15 points or more, if all later choices are random

The drafts are made as in one folder, where a story avoids the premises of the others. For each pair
of drafts, and for each idea with two seeds: the number of equal labels of
options, and of equal sentences of six or more words. Names of people, places and things are masked
in both, and a label is an option only if its passage has another choice.
"""

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from attrs import asdict, frozen

from benchmarks.scene_checks.read import WholeDraft, compose_draft
from questfoundry.domain.prose.narration import split_sentences, split_words
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.prose import remove_markup
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.names.word_classes import is_function_word
from tests.support.stage_runs import shipped_prompts

IDEAS = (
    "A ferryman promised dying Tamsin Pell to burn her letters. Her sister Ines wants them.",
    "A nurse swore to her brother Anselm never to sell the orchard, and now the bank is coming.",
    "A court painter must choose which of three heirs gets the crown of Queen Isaura.",
    "A lifeboat has one seat left, and both the cook Marl and the child Wenna are on the rocks.",
    "A doctor on a winter island has medicine for half of the village, and the mayor Hobb asks.",
    "How much of her harvest does a beekeeper give to Lord Varro, who owns the river?",
    "Somebody on the island stole the bell. The priest Anwen suspects the diver Bram Holt.",
    "Who wrote the letters that arrived at the wedding of Cosima and Dag? A baker wants to know.",
    "A smuggler must get the violin over the border before morning, and Captain Reth is awake.",
    "A clockmaker looks for a way into the locked tower where her apprentice Pim is held.",
    "A robot gardener on a space station hides a stowaway called Juno from the inspector.",
    "A librarian finds her own name in a book that ends tomorrow.",
)
PLAYS, WEIGHED_PLAYS, TRIALS = 400, 60, 150
"""Random playthroughs, those whose decisions are weighed, and continuations of each option."""

NOTABLE_SHIFT = 0.15
PAIRS_OF_PLAYS = 20
MIN_WORDS = 6


@frozen
class Play:
    """One random playthrough: its paragraphs, its decisions, and the flags at its end."""

    paragraphs: tuple[str, ...]
    decisions: tuple[tuple[frozenset[str], tuple[Choice, ...]], ...]
    flags: frozenset[str]

    @property
    def words(self) -> int:
        return _count_words(self.paragraphs)

    @property
    def answers(self) -> frozenset[str]:
        """The flags that answers to dilemmas set."""
        return frozenset(each for each in self.flags if each.startswith("flag::"))


@frozen(kw_only=True)
class Weights:
    """The figures of one draft."""

    record: str
    words: int
    decisions: float
    differs: float | None
    influence: float


@frozen(kw_only=True)
class Shared:
    """The equal labels and sentences of two drafts; ``percent`` is of the shorter draft's."""

    pair: str
    same_premise: bool
    labels: int
    sentences: int
    percent: float
    examples: tuple[str, ...] = ()


class Player:
    """Plays a story at random."""

    def __init__(self, story: Story, seed: str) -> None:
        self.story, self.structure = story, story.existing_structure
        self.rng = random.Random(seed)
        self.paragraphs = {each.id: story.paragraphs(each.id) for each in self.structure.passages}

    def _list_open(self, passage: str, flags: frozenset[str]) -> list[Choice]:
        return [each for each in self.structure.outgoing_choices(passage) if each.is_open(flags)]

    def play(self) -> Play:
        here, flags = self.structure.start, frozenset[str]()
        read, decisions = list[str](), list[tuple[frozenset[str], tuple[Choice, ...]]]()
        while True:
            read += [e.plain_text for e in self.paragraphs[here] if e.is_visible_with(flags)]
            if self.structure.passage(here).ending:
                return Play(tuple(read), tuple(decisions), flags)
            choices = self._list_open(here, flags)
            if len(choices) > 1:
                decisions.append((flags, tuple(choices)))
            here, flags = _take(self.rng.choice(choices), flags)

    def finish(self, choice: Choice, flags: frozenset[str]) -> str:
        """Return the ending that a random player reaches after ``choice``."""
        here, flags = _take(choice, flags)
        while not (ending := self.structure.passage(here).ending):
            here, flags = _take(self.rng.choice(self._list_open(here, flags)), flags)
        return ending

    def shift_endings(self, choices: Sequence[Choice], flags: frozenset[str]) -> float:
        """Return the largest total variation distance between the endings of two options."""
        chances = [Counter(self.finish(each, flags) for _ in range(TRIALS)) for each in choices]
        return max(
            sum(abs(one[each] - two[each]) for each in one | two) / (2 * TRIALS)
            for one, two in combinations(chances, 2)
        )


def _take(choice: Choice, flags: frozenset[str]) -> tuple[str, frozenset[str]]:
    return choice.target, choice.apply(flags)


def _count_words(paragraphs: Iterable[str]) -> int:
    return sum(len(each.split()) for each in paragraphs)


def weigh(draft: WholeDraft, seed: str) -> Weights:
    """Measure one draft by random playthroughs."""
    player = Player(draft.story, seed)
    plays = [player.play() for _ in range(PLAYS)]
    differences = list(_list_differences(plays, player.rng))
    return Weights(
        record=draft.record,
        words=round(mean(each.words for each in plays)),
        decisions=round(mean(len(each.decisions) for each in plays), 1),
        differs=round(mean(differences), 2) if differences else None,
        influence=round(_measure_influence(player, plays), 2),
    )


def _list_differences(plays: Sequence[Play], rng: random.Random) -> Iterator[float]:
    groups = defaultdict[frozenset[str], list[Play]](list)
    for play in plays:
        groups[play.answers].append(play)
    for group in groups.values():
        for _ in range(PAIRS_OF_PLAYS if len(group) > 1 else 0):
            one, two = rng.sample(group, 2)
            seen = set(two.paragraphs)
            new = [each for each in one.paragraphs if each not in seen]
            yield _count_words(new) / max(1, one.words)


def _measure_influence(player: Player, plays: Sequence[Play]) -> float:
    """Weigh each decision by how often players meet it, whatever flags they have."""

    def key(choices: Sequence[Choice]) -> frozenset[str]:
        return frozenset(each.id for each in choices)

    met = Counter(key(choices) for play in plays for _, choices in play.decisions)
    sample = {
        key(cs): (flags, cs) for play in plays[:WEIGHED_PLAYS] for flags, cs in play.decisions
    }
    notable = sum(
        met[each]
        for each, (flags, choices) in sample.items()
        if player.shift_endings(choices, flags) >= NOTABLE_SHIFT
    )
    return notable / sum(met[each] for each in sample)


@frozen
class Masked:
    """The premise, labels and sentences of a draft in lower case, with all names masked."""

    premise: str
    labels: frozenset[tuple[str, ...]]
    sentences: frozenset[tuple[str, ...]]


def mask_texts(draft: WholeDraft) -> Masked:
    """Return the texts of ``draft`` with the names of its entities masked."""
    story = draft.story
    names = {re.sub(r"^(?:the|an?) ", "", each.name.lower()) for each in story.entities}
    parts = {word for each in story.entities for word in each.name.split() if word[0].isupper()}
    parts = {each for each in parts if not is_function_word(each)}
    whole, part = _match_any(names, re.IGNORECASE), _match_any(parts)

    def mask(text: str) -> tuple[str, ...]:
        return split_words(part.sub("NAME", whole.sub("NAME", text)))

    prose = "\n".join(remove_markup(each) for each in story.prose.values())
    sentences = (mask(each) for each in split_sentences(prose))
    structure = story.existing_structure
    labels = (
        mask(each.label)
        for each in structure.choices
        if each.label and len(structure.outgoing_choices(each.source)) > 1
    )
    return Masked(
        draft.record.partition("/")[0],
        frozenset(labels),
        frozenset(each for each in sentences if len(each) >= MIN_WORDS),
    )


def _match_any(words: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda each: (-len(each), each))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", flags)


def compare(pair: str, one: Masked, two: Masked) -> Shared:
    """Count what two drafts share."""
    sentences = one.sentences & two.sentences
    least = min(len(one.sentences), len(two.sentences))
    return Shared(
        pair=pair,
        same_premise=one.premise == two.premise,
        labels=len(one.labels & two.labels),
        sentences=len(sentences),
        percent=round(100 * len(sentences) / least, 1),
        examples=tuple(sorted(" ".join(each) for each in sentences)[:5]),
    )


def compose_folder(prompts: PromptRepository, ideas: Sequence[str], seed: str) -> list[WholeDraft]:
    """Return drafts of ``ideas`` as in one folder, where each avoids the premises of the others."""
    drafts = list[WholeDraft]()
    for each in ideas:
        used = frozenset(draft.premise for draft in drafts)
        drafts.append(compose_draft(prompts, each, seed, used=used))
    return drafts


def measure(ideas: Sequence[str], seed: str) -> dict[str, Any]:
    """Return all figures: of each draft, of each pair of ideas, and of each idea with two seeds."""
    prompts = shipped_prompts()
    drafts = compose_folder(prompts, ideas, seed)
    again = [
        compose_draft(prompts, idea, f"{seed}-again", used=frozenset({first.premise}))
        for idea, first in zip(ideas, drafts, strict=True)
    ]
    texts, other = ([mask_texts(each) for each in made] for made in (drafts, again))
    return {
        "drafts": [asdict(weigh(each, seed)) for each in drafts],
        "pairs": [
            asdict(compare(f"{a + 1} and {b + 1}", texts[a], texts[b]))
            for a, b in combinations(range(len(ideas)), 2)
        ],
        "seeds": [asdict(compare(f"{n + 1} twice", texts[n], other[n])) for n in range(len(ideas))],
    }


_ROW = "{:>3}  {:24} {:>6} {:>9} {:>8} {:>9}"


def print_table(figures: dict[str, Any]) -> None:
    print(_ROW.format("", "premise/seed", *("words", "decisions"), *_SHARES))
    for number, each in enumerate(figures["drafts"], start=1):
        print(_ROW.format(number, *(str(value) for value in each.values())))
    for name, found in _group_comparisons(figures).items():
        print(f"{name}: {_summarise(found)}")


def _group_comparisons(figures: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the comparisons by kind, because two drafts of one premise share its scenes."""
    groups = {
        f"{whose}, {which}": [e for e in figures[key] if e["same_premise"] is is_same]
        for whose, key in (("two ideas", "pairs"), ("one idea, two seeds", "seeds"))
        for which, is_same in (("one premise", True), ("two premises", False))
    }
    return {name: found for name, found in groups.items() if found}


def _summarise(found: Sequence[dict[str, Any]]) -> str:
    worst = max(found, key=lambda each: each["sentences"])
    return (
        f"{sum(bool(each['labels']) for each in found)} of {len(found)} pairs share labels, "
        f"{mean(each['labels'] for each in found):.1f} on average, at most "
        f"{max(each['labels'] for each in found)}; sentences "
        f"{mean(each['sentences'] for each in found):.1f} "
        f"({mean(each['percent'] for each in found):.1f}%), at most {worst['sentences']} "
        f"({worst['percent']}%, ideas {worst['pair']})"
    )


_SHARES = ("differs", "influence")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ideas", nargs="*", metavar="IDEA", help="ideas to draft")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    parser.add_argument("--seed", default="1", help="seed of the drafts and of the playthroughs")
    options = parser.parse_args()
    figures = measure(options.ideas or IDEAS, options.seed)
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        print_table(figures)


if __name__ == "__main__":
    main()
