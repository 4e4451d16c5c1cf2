"""Views of a woven story for prompts: descriptions of its passages, choices and endings."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.stages.grow.apply import ExistingChapters, apply_times
from questfoundry.app.stages.grow.label_spoilers import LabelSpoilers
from questfoundry.domain.artifacts.grow import SceneTime
from questfoundry.domain.ids import kind_of
from questfoundry.domain.run.request_subjects import IdMention
from questfoundry.domain.story.beat import Beat, is_pause
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import find_closings
from questfoundry.domain.weaving.minor_choices import find_minor_choice_places
from questfoundry.domain.weaving.weave import weave


@frozen(kw_only=True)
class Fork:
    """A passage and its alternative choices that need labels.

    ``twins`` maps the id of each choice to the ids of choices that mean the same: the choice
    itself, choices of the same path to another variant of a passage, and choices in copies of the
    passage.
    """

    passage: Passage
    choices: tuple[Choice, ...]
    twins: Mapping[str, list[str]]


def forks_of(structure: Structure) -> Sequence[Fork]:
    """Return the forks in order; a passage and its copies (with the same beats) are one fork."""
    found: dict[tuple[tuple[str, ...], ...], Fork] = {}
    for passage in structure.passages:
        choices_by_path: dict[str, list[Choice]] = {}
        for choice in structure.outgoing_choices(passage.id):
            if choice.takes and not choice.label:
                choices_by_path.setdefault(choice.takes, []).append(choice)
        if not choices_by_path:
            continue
        choices = tuple(same_path[0] for same_path in choices_by_path.values())
        shown = structure.passage(passage.hub or passage.id)
        fork = found.setdefault(
            (shown.beats, tuple(choices_by_path)),
            Fork(passage=shown, choices=choices, twins={each.id: [] for each in choices}),
        )
        for twins, same_path in zip(fork.twins.values(), choices_by_path.values(), strict=True):
            twins.extend(choice.id for choice in same_path)
    return tuple(found.values())


MOST_PASSAGES = 60
"""The maximum number of passages in an outline.

For a longer story, the outline shows only passages with a choice or an ending.
"""


@frozen(kw_only=True)
class BeatView:
    """A beat as prompts show it; ``cast`` has one participant's name for each kind of entity."""

    text: str
    place: str
    cast: Mapping[str, str]


@frozen(kw_only=True)
class PassageView:
    """A passage as prompts show it; ``taken`` are the answers that all its players have given.

    ``seen``: the delayed effects that make the passage another scene than its copies.
    """

    id: str
    beats: tuple[BeatView, ...]
    taken: tuple[str, ...]
    seen: tuple[str, ...] = ()

    def mention(self, position: int = 0, identifier: str = "") -> IdMention:
        """Return a mention of the passage: an id, explained by the beat at ``position``.

        The id is ``identifier``, or else the passage's own id.
        """
        beat = self.beats[position]
        names = {EntityKind.LOCATION.value: beat.place, **beat.cast}
        return IdMention(id=identifier or self.id, text=beat.text, names=names)


@frozen(kw_only=True)
class ChoiceView:
    """A choice that takes a path: the dilemma's question, the answer, and its benefit."""

    id: str
    question: str
    answer: str
    benefit: str


class Views:
    """The views of one woven story, which extends the ``existing`` chapters."""

    def __init__(self, story: Story, existing: ExistingChapters | None = None) -> None:
        self.story = story
        self.existing = existing or ExistingChapters(story=story)
        self.structure = story.existing_structure
        self._paths_before = find_paths_before(self.story)

    @cached_property
    def forks(self) -> Sequence[Fork]:
        """The forks: passages with alternative choices that need labels."""
        return forks_of(self.structure)

    @cached_property
    def single_exit_passages(self) -> Sequence[tuple[Passage, ...]]:
        """The passages with a single exit that can get minor choices, each with its copies."""
        return find_minor_choice_places(self.structure)

    @cached_property
    def label_spoilers(self) -> LabelSpoilers:
        """The check of labels against the outcomes of choices."""
        return LabelSpoilers(self.story)

    def view_passage(self, passage: Passage) -> PassageView:
        """Return a description of ``passage``."""
        return PassageView(
            id=passage.id,
            beats=tuple(map(self._view_beat, self.story.beats_in(passage))),
            taken=self._list_answers(self._paths_before[passage.id]),
            seen=tuple(
                self.story.path(each.path).describe_in(passage.beats)
                for each in passage.remembers
                if each.residue is Residue.HEAVY
            ),
        )

    def distinguish_copies(self, copies: Sequence[Passage]) -> tuple[tuple[str, ...], ...]:
        """Return for each copy the answers that set its players apart; empty for one copy."""
        taken = [self._paths_before[each.id] for each in copies]
        common = set(taken[0]).intersection(*taken[1:])
        answered = (
            self._list_answers([path for path in each if path not in common]) for each in taken
        )
        return tuple(dict.fromkeys(answered)) if len(copies) > 1 else ()

    def first_beats_after(self, passage: Passage) -> Sequence[BeatView]:
        """Return a sequence with the first beat of the next passage; empty without such a beat.

        The next passage is the passage to which the first choice leads.
        """
        following = self.structure.outgoing_choices(passage.id)[0].target
        return self.view_passage(self.structure.passage(following)).beats[:1]

    def list_next_passages(self, copies: Sequence[Passage]) -> tuple[str, ...]:
        """Return the ids of the passages to which the first choice in each of ``copies`` leads."""
        targets = (self.structure.outgoing_choices(each.id)[0].target for each in copies)
        return tuple(dict.fromkeys(targets))

    def view_choice(self, choice: Choice) -> ChoiceView:
        """Return a description of ``choice``, by which the player takes a path."""
        dilemma = self.story.dilemma(self.story.path(choice.takes).dilemma)
        answer = self.story.answer_of(choice.takes)
        return ChoiceView(
            id=choice.id, question=dilemma.question, answer=answer.text, benefit=answer.benefit
        )

    def list_endings(self) -> Mapping[str, tuple[str, ...]]:
        """Return by ending id the answers that all routes to the ending share.

        A variant for one end of a stat has, after them, the sentence of this end and its last beat.

        Pauses (temporary endings before further chapters) are left out.
        """
        routes: dict[str, list[tuple[str, ...]]] = {}
        for passage in self.structure.passages:
            if passage.ending and not is_pause(passage.ending):
                routes.setdefault(passage.ending, []).append(self._paths_before[passage.id])
        sides = dict(self._list_sides())
        return {
            ending: (*self._list_answers(_intersect_paths(taken)), *sides.get(ending, ()))
            for ending, taken in routes.items()
        }

    def _list_sides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each variant of an ending for one end of a stat, with the sentences true there."""
        for beats in find_closings(self.story).values():
            stat = self.story.stats[0]
            for beat, sentence in zip(beats, (stat.high, stat.low), strict=True):
                yield beat.ending or "", (sentence, beat.summary)

    def build_outline(self) -> Mapping[str, Any]:
        """Return the outline for the discussion: ``shown`` passages with choices, and two counts.

        At most ``MOST_PASSAGES`` passages are shown. ``passages`` counts all passages, and
        ``choices`` all choices that get a label.
        """
        passages = self.structure.passages
        outlined = [
            {
                "passage": self.view_passage(passage),
                "choices": [
                    self.view_choice(choice)
                    for choice in self.structure.outgoing_choices(passage.id)
                    if choice.takes
                ],
                "ending": passage.ending,
            }
            for passage in passages
        ]
        is_short = len(passages) <= MOST_PASSAGES
        telling = [each for each in outlined if is_short or each["choices"] or each["ending"]]
        return {
            "shown": telling[:MOST_PASSAGES],
            "passages": len(passages),
            "choices": sum(len(each.choices) for each in self.forks),
        }

    def _list_answers(self, paths: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.story.answer_of(path).text for path in paths)

    def _view_beat(self, beat: Beat) -> BeatView:
        cast = {kind_of(each): self.story.entity_name(each) for each in reversed(beat.entities)}
        return BeatView(text=beat.summary, place=self.story.entity_name(beat.location), cast=cast)


@lru_cache(maxsize=2)
def weave_story(
    story: Story,
    scenes: tuple[tuple[str, SceneTime], ...],
    decisions: int,
    before: Structure | None = None,
) -> Story:
    """Return ``story`` woven into passages; the last results are cached.

    ``scenes``: the times of beats, by beat id.
    ``decisions``: the number of decisions that every playthrough should have.
    ``before``: the structure of existing chapters to extend.
    """
    timed = apply_times(story, dict(scenes))
    woven = weave(timed, decisions=decisions, existing=before)
    if before is None:
        return evolve(timed, beats=woven.beats, structure=woven.structure)
    existing = dict.fromkeys(beat for passage in before.passages for beat in passage.beats)
    beats = (*(timed.beat(each) for each in existing), *woven.beats)
    return evolve(timed, beats=beats, structure=woven.structure)


def find_paths_before(story: Story) -> Mapping[str, tuple[str, ...]]:
    """Return by passage id the paths that all players there have taken, in the order of taking.

    A choice that requires a path's flag implies that path. One pass is enough, because weaving puts
    each passage after the passages that lead to it.
    """
    structure = story.existing_structure
    of_flag = {each.flag: path.id for path in story.paths for each in path.consequences}
    routes: dict[str, list[tuple[str, ...]]] = {passage.id: [] for passage in structure.passages}
    taken: dict[str, tuple[str, ...]] = {}
    for passage in structure.passages:
        taken[passage.id] = _intersect_paths(routes[passage.id])
        for choice in structure.outgoing_choices(passage.id):
            required = [of_flag[flag] for flag in sorted(choice.requires) if flag in of_flag]
            own = (*taken[passage.id], *required, *([choice.takes] if choice.takes else []))
            routes[choice.target].append(tuple(dict.fromkeys(own)))
    return taken


def _intersect_paths(routes: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    first, *others = routes or [()]
    return tuple(path for path in first if all(path in other for other in others))
