"""Define the report on a finished story, with its decisions counted, and the cost of making it."""

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property

from attrs import field, frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.former_names import former_names
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.asset import Asset
from questfoundry.domain.story.beat import ChapterCount, is_pause
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.hands import HandLedger, HandTotals
from questfoundry.domain.story.passage import Ending, Structure
from questfoundry.domain.story.prose import (
    ProseParagraph,
    clean_text,
    index_flags_by_name,
    paragraphs_of,
)
from questfoundry.domain.story.prose_markup import Media, ProseSpan, resolve_stats, spans_of
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.stat import Stat, read_level
from questfoundry.domain.story.voice import DreamArtifact

_Outcome = tuple[str, str, frozenset[str], frozenset[str], frozenset[tuple[str, int]]]
"""The effect of a choice: target, path, and what conditions read: flags granted and cleared, and
stats moved."""


@frozen(kw_only=True)
class DecisionCount:
    """The numbers of consequential and of cosmetic decisions in a story.

    A decision is a passage that offers two or more choices with different labels. In a
    ``consequential`` decision, the choices lead to different passages, take different paths, or
    change different flags or stats that conditions of choices read. In a ``cosmetic`` decision,
    only the texts differ.
    """

    consequential: int
    cosmetic: int


def count_decisions(structure: Structure) -> DecisionCount:
    """Count the consequential and the cosmetic decisions in ``structure``.

    Choices of a passage with the same label count as one choice, because the player sees no
    difference.
    """
    read_flags = frozenset[str]().union(
        # A one-time choice forbids its own flag; that alone does not count as reading the flag.
        *(choice.requires | (choice.forbids - choice.grants) for choice in structure.choices)
    )
    read_stats = {level.stat for flag in read_flags if (level := read_level(flag))}
    consequential = cosmetic = 0
    for passage in structure.passages:
        outcomes: dict[str, set[_Outcome]] = defaultdict(set)
        for choice in structure.selectable_choices(passage.id):
            moves = frozenset(each for each in choice.moves.items() if each[0] in read_stats)
            changes = choice.grants & read_flags, choice.clears & read_flags, moves
            outcomes[choice.label].add((choice.target, choice.takes, *changes))
        if len(outcomes) < 2:
            continue
        if len(set(map(frozenset, outcomes.values()))) > 1:
            consequential += 1
        else:
            cosmetic += 1
    return DecisionCount(consequential=consequential, cosmetic=cosmetic)


@frozen(kw_only=True)
class EndingShare:
    """An ending, and the number of playthroughs that reach it (``arcs``); ``None`` if unknown."""

    id: str
    name: str
    arcs: int | None


@frozen(kw_only=True)
class StageUse:
    """The models, tokens, seconds and US dollars that all runs of a stage used together.

    ``cost`` is ``None`` if the price of a model is unknown.
    """

    stage: str
    models: tuple[str, ...]
    usage: Usage
    seconds: float
    cost: Decimal | None


@frozen(kw_only=True)
class ReportedFinding:
    """An open problem with the prose of a passage; ``passage`` is the title of the passage."""

    passage: str
    problem: str


@frozen(kw_only=True)
class StoryReport:
    """The figures of an edition, which is a story in its exported form.

    ``licences``: the licence of each model that was used, in words.
    ``findings``: the problems that checks and reviewers left open.
    ``chapters``: the number of planned and of all chapters; ``None`` if no chapters are to come.
    ``arcs``: the number of playthroughs; ``None`` if they cannot be counted.
    ``decisions``: the numbers of decisions with and without an effect on the later story;
      ``None`` if they were not counted.
    ``influence``: the share of decisions that shift the chances of the endings by 0.15 or more;
      ``None`` if the story is too large or has endless loops.
    ``hands``: who wrote each sentence.
    """

    title: str
    ifid: str
    language: str
    words: int
    passages: int
    choices: int
    arcs: int | None
    endings: tuple[EndingShare, ...]
    stages: tuple[StageUse, ...]
    licences: Mapping[str, str]
    findings: tuple[ReportedFinding, ...] = ()
    chapters: ChapterCount | None = None
    decisions: DecisionCount | None = None
    influence: float | None = None
    hands: HandLedger | None = None

    @property
    def usage(self) -> Usage:
        """The token usage of all stages together."""
        return sum((each.usage for each in self.stages), NO_USAGE)

    @property
    def cost(self) -> Decimal | None:
        """The cost of all stages in US dollars; ``None`` if the cost of any stage is unknown."""
        costs = [each.cost for each in self.stages]
        return None if None in costs else sum((cost for cost in costs if cost), Decimal(0))


@former_names(pauses="is_unfinished")
@frozen(kw_only=True)
class Edition:
    """A story that is ready to be exported and played.

    ``ifid``: the story's identifier, an upper-case UUID that never changes (Treaty of Babel).
    ``language``: a BCP 47 tag.
    ``hook``: the line that makes a reader curious.
    ``prose``: the text of each passage, by passage id, in the format of
      :mod:`questfoundry.domain.story.prose`.
    ``flags``: the meaning of each flag in words, by flag id, clues and levels of stats included.
    ``clues``: the clues, sorted by question.
    ``stats``: the stats that choices raise or lower.
    ``chapters``: the titles of the chapters, by the ids of the passages that open the chapters.
    ``assets``: the pictures and sounds that the prose shows, by name, without unusable ones.
    ``hands``: the shares of words by writer, or ``None`` if nothing is known about writers.
    """

    ifid: str
    title: str
    language: str
    hook: str
    vision: DreamArtifact
    structure: Structure
    endings: tuple[Ending, ...]
    prose: Mapping[str, str]
    flags: Mapping[str, str] = field(factory=dict[str, str])
    clues: tuple[Clue, ...] = ()
    stats: tuple[Stat, ...] = ()
    chapters: Mapping[str, str] = field(factory=dict[str, str])
    publication: Publication = field(factory=Publication)
    assets: Mapping[str, Asset] = field(factory=dict[str, Asset])
    hands: HandTotals | None = None

    @property
    def description(self) -> str:
        """The author's description for catalogues or, if empty, the ``hook`` of the story."""
        return self.publication.description or self.hook

    @property
    def is_unfinished(self) -> bool:
        """Return whether some chapters are not planned yet."""
        return any(is_pause(each.id) for each in self.endings)

    @cached_property
    def moved_stats(self) -> tuple[Stat, ...]:
        """The stats that some choice moves and some condition reads, in their order.

        Players see only these: a stat that nothing reads means nothing to them.
        """
        moved = {stat for choice in self.structure.choices for stat in choice.moves}
        shown = moved & self.structure.read_stats
        return tuple(each for each in self.stats if each.id in shown)

    @cached_property
    def paragraphs(self) -> Mapping[str, tuple[ProseParagraph, ...]]:
        """The paragraphs of each passage, by passage id."""
        named = index_flags_by_name(self.flags)
        return {name: paragraphs_of(clean_text(text), named) for name, text in self.prose.items()}

    @cached_property
    def stats_by_name(self) -> Mapping[str, Stat]:
        """The stats by their names in the prose, as ``wins-trust`` for ``stat::wins-trust``."""
        return {slug_of(each.id): each for each in self.stats}

    def spans_of(self, text: str) -> tuple[ProseSpan, ...]:
        """Return the spans of ``text``; a name in braces that is no stat here is plain text."""
        return resolve_stats(spans_of(text), self.stats_by_name)

    @cached_property
    def media(self) -> tuple[Media, ...]:
        """The different pictures and sounds of the prose that can be used, in story order."""
        found = [each.media for parts in self.paragraphs.values() for each in parts]
        usable = {each.name: each for each in found if each and each.name in self.assets}
        return tuple(usable.values())

    def ending_name(self, identifier: str) -> str:
        """Return the name of the ending with the id ``identifier``.

        Raise ``StopIteration`` if there is no such ending.
        """
        return next(ending.name for ending in self.endings if ending.id == identifier)
