"""Complete playthroughs of a written story, prepared for a model that reviews the whole."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from attrs import evolve, field, frozen

from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.ids import slug_of
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.flag_availability import find_varying_flags
from questfoundry.domain.writing.answer_format import unify_spelling
from questfoundry.domain.writing.fitting import beginning_of, cut_in_the_middle, end_of

SUMMARY_WORDS = 24
"""The number of words in the summary of a passage that was shown before."""

EDGE_WORDS, SHORT_EDGE_WORDS = 24, 18
"""The number of words repeated from a known paragraph next to a new one; fewer in a short story."""

MAX_ENTITY_STATES = 8
"""The highest number of entity states that are listed after summarised passages."""

CONDITIONAL_PREFIX = "+ "
"""The prefix of a paragraph that only some players read."""

OMITTED = "[…]"
"""The placeholder for paragraphs that an earlier playthrough has shown."""

MAX_FULL_READINGS, SHORT_STORY_PASSAGES = 2, 20
"""The highest number of full readings of a passage, and the most passages of a short story.

A passage that fits one set of decisions may contradict another. One reading is enough in a short
story, which the reader remembers, and in a story with chapters, where a second reading is too
expensive.
"""

MAX_DISTANCE, SHORT_DISTANCE = 4, 1
"""The known passages on each side of new text that a playthrough repeats in brief.

A second review includes more of them on each side of a changed passage.
"""


@frozen
class _ShownText:
    """The text that earlier playthroughs have already shown to the reader.

    ``pairs``: the pairs of adjacent paragraphs, each with the id of their passage.
    ``paths_by_passage``: for each passage, the sets of paths after which it was shown in full, at
      most ``max_readings`` sets.
    ``edge_words``: the number of words repeated from a known paragraph next to new text.
    """

    pairs: set[tuple[str, str, str]] = field(factory=set)
    paths_by_passage: dict[str, set[frozenset[str]]] = field(factory=lambda: defaultdict(set))
    max_readings: int = MAX_FULL_READINGS
    edge_words: int = EDGE_WORDS

    def claim_full_reading(self, passage: str, paths: frozenset[str]) -> bool:
        recorded = self.paths_by_passage[passage]
        is_due = paths not in recorded and len(recorded) < self.max_readings
        if is_due:
            recorded.add(paths)
        return is_due


@frozen(kw_only=True)
class ReadPassage:
    """A passage as a player reads it on one playthrough.

    ``text`` includes conditional text, each after ``+`` and its name in brackets. Of paragraphs
    that an earlier playthrough has shown, only the edges next to new text remain; ``OMITTED``
    replaces the rest. If nothing is new, ``again`` is true and ``text`` is a summary.

    ``chosen`` is the label of the next choice, or empty for a single choice or at an ending.
    ``entity_states`` are notes, one a line, if the passages before were summarised. ``left_out``
    says that other players skip this topic. ``marks`` are the flags that the next choice sets, and
    ``conditions`` those that the conditional text requires.
    """

    id: str
    title: str
    text: str
    chosen: str
    again: bool
    ending: str = ""
    entity_states: tuple[str, ...] = ()
    left_out: bool = False
    marks: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()

    @property
    def tokens(self) -> int:
        """The estimated number of tokens of the passage."""
        rest = self.id + self.title + self.chosen + "".join(self.entity_states)
        return estimate_tokens(self.text) + estimate_tokens(rest) + 8


@frozen(kw_only=True)
class ReadPlaythrough:
    """A complete playthrough."""

    passages: tuple[ReadPassage, ...]

    @property
    def tokens(self) -> int:
        """The estimated number of tokens of all passages."""
        return sum(each.tokens for each in self.passages)

    def split(self, max_tokens: int) -> tuple[tuple[ReadPassage, ...], ...]:
        """Split the passages into as few parts as possible of at most ``max_tokens`` tokens."""
        parts: list[list[ReadPassage]] = []
        left = 0
        for passage in self.passages:
            if not parts or passage.tokens > left:
                parts.append([])
                left = max_tokens
            parts[-1].append(passage)
            left -= passage.tokens
        return tuple(map(tuple, parts))


def find_playthroughs_to_read(
    story: Story, before: Story | None = None
) -> tuple[ReadPlaythrough, ...]:
    """Return a few playthroughs that together show every passage and every conditional text.

    ``before`` is an earlier version that was already reviewed. The result then contains only
    playthroughs with new text, cut to the passages near a changed passage.
    """
    playthroughs = Solver(story.existing_structure).find_covering_playthroughs()
    is_short = len(story.existing_structure.passages) <= SHORT_STORY_PASSAGES
    single_reading = is_short or story.counts.preset.chapters.most > 1
    shown = _ShownText(
        max_readings=1 if single_reading else MAX_FULL_READINGS,
        edge_words=SHORT_EDGE_WORDS if is_short else EDGE_WORDS,
    )
    if before:
        shown = _replay_before(story, before, playthroughs, shown)
    read = [tuple(_read_passages(story, choices, shown)) for choices in playthroughs]
    with_new_text = [each for each in read if not all(one.again for one in each)]
    distance = MAX_DISTANCE if before else SHORT_DISTANCE
    return tuple(ReadPlaythrough(passages=_keep_relevant(each, distance)) for each in with_new_text)


def _keep_relevant(passages: Sequence[ReadPassage], distance: int) -> tuple[ReadPassage, ...]:
    """Return the passages near new text, and those with a choice that conditional text answers.

    A placeholder replaces each sequence of other passages that the reader knows.
    """
    new = [place for place, each in enumerate(passages) if not each.again]
    answered = frozenset[str]().union(*(each.conditions for each in passages))
    result: list[ReadPassage] = []
    for place, each in enumerate(passages):
        is_near = any(abs(place - one) <= distance for one in new)
        if each.ending or is_near or each.marks & answered:
            result.append(each)
        elif not result or result[-1].title != OMITTED:
            result.append(evolve(each, title=OMITTED, text="", chosen="", entity_states=()))
    return tuple(result)


def _replay_before(
    story: Story, before: Story, playthroughs: Sequence[Sequence[str]], shown: _ShownText
) -> _ShownText:
    """Return ``shown`` with the text that the reader has already seen in the version ``before``.

    Text of a changed passage, or of a passage next to one, counts as not seen.
    """
    structure = story.existing_structure
    changed = {
        each.id
        for each in structure.passages
        if story.paragraphs(each.id) != before.paragraphs(each.id)
    }
    ends = [{choice.source, choice.target} for choice in structure.choices]
    near = changed.union(*(each for each in ends if changed & each))
    for choices in playthroughs:
        for _ in _read_passages(before, choices, shown):
            pass
    return evolve(shown, pairs={each for each in shown.pairs if each[0] not in near})


def _read_passages(
    story: Story, choices: Sequence[str], shown: _ShownText
) -> Iterator[ReadPassage]:
    structure = story.existing_structure
    flags, paths, here = frozenset[str](), frozenset[str](), structure.start
    notes = unify_spelling(each for each in story.facts if each.now)
    states: dict[str, str] = {}
    was_summarised = False
    optional_topics = _find_optional_topics(structure)
    for taken in (*map(structure.choice, choices), None):
        read = [each for each in story.paragraphs(here) if each.is_visible_with(flags)]
        parts = [_format_paragraph(each) for each in read]
        new = _excerpt_new(here, parts, shown)
        text = "\n\n".join(parts) if shown.claim_full_reading(here, paths) else new
        has_options = sum(each.is_open(flags) for each in structure.selectable_choices(here)) > 1
        yield ReadPassage(
            id=here,
            title=structure.passage(here).title,
            text=text or _summarise(story, here),
            chosen=taken.label if taken and has_options else "",
            again=not text,
            ending="" if taken else story.ending_name(structure.passage(here).ending),
            entity_states=tuple(states.values())[-MAX_ENTITY_STATES:]
            if text and was_summarised
            else (),
            left_out=here in optional_topics,
            marks=taken.grants if taken else frozenset(),
            conditions=frozenset(each.flag for each in read if each.flag) if text else frozenset(),
        )
        was_summarised = not text
        for note in (each for each in notes if each.passage == here):
            states.pop(note.entity, None)
            states[note.entity] = f"{story.entity_name(note.entity)}: {note.text}"
        if taken:
            flags, here = taken.apply(flags), taken.target
            paths |= {taken.takes} if taken.takes else frozenset()


def _format_paragraph(paragraph: ProseParagraph) -> str:
    if not paragraph.flag:
        return paragraph.text
    return f"{CONDITIONAL_PREFIX}[{slug_of(paragraph.flag)}] {paragraph.text}"


def _find_optional_topics(structure: Structure) -> frozenset[str]:
    hubs = {each.hub for each in structure.passages}
    varying = find_varying_flags(structure)
    later = frozenset[str]().union(
        *(
            varying.get(each.id, frozenset())
            for each in structure.passages
            if not each.hub and each.id not in hubs
        )
    )
    return frozenset(
        each.id
        for each in structure.passages
        if each.hub and any(choice.grants & later for choice in structure.incoming_choices(each.id))
    )


def _excerpt_new(passage: str, paragraphs: Sequence[str], shown: _ShownText) -> str:
    """Return the new paragraphs of a passage, with the edges of known paragraphs next to them.

    All paragraphs are recorded in ``shown``. The result is empty if nothing is new.
    """
    known = {text for name, *pair in shown.pairs if name == passage for text in pair}
    pairs = [(passage, *pair) for pair in pairwise(("", *paragraphs, ""))]
    is_new = [pair not in shown.pairs for pair in pairs]
    shown.pairs.update(pairs)
    if not any(is_new):
        return ""
    excerpts = (
        _excerpt_edges(text, shown.edge_words, before=before, after=after)
        if text in known
        else text
        for text, before, after in zip(paragraphs, is_new, is_new[1:], strict=False)
    )
    return "\n\n".join(text for text, _ in groupby(excerpts))


def _excerpt_edges(text: str, words: int, *, before: bool, after: bool) -> str:
    if before and after:
        return cut_in_the_middle(text, words)
    if before:
        return beginning_of(text, words)
    return end_of(text, words) if after else OMITTED


def _summarise(story: Story, passage: str) -> str:
    beats = story.beats_in(story.existing_structure.passage(passage))
    return beginning_of(" ".join(beat.summary for beat in beats), SUMMARY_WORDS)
