"""Conversion between GROW's artifact and the story's structure, also for existing chapters."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import evolve, frozen

from questfoundry.domain.artifacts.grow import (
    AddedBeat,
    GrowArtifact,
    SceneTime,
    WovenChoice,
    WovenPassage,
)
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import kind_of
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.beat import Beat, BeatRole, is_pause
from questfoundry.domain.story.entity import CLUE, ChoiceFlag, add_topic_clues
from questfoundry.domain.story.passage import Choice, Ending, Passage, Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.minor_choices import grant_clues
from questfoundry.domain.weaving.plan import read_plans
from questfoundry.domain.weaving.weave import count_woven_chapters


def apply_grow(story: Story, grow: GrowArtifact) -> Story:
    """Return ``story`` with the structure of ``grow``; raise ``InputError`` for unknown beats."""
    known = {beat.id: beat for beat in apply_times(story, grow.scenes).beats}
    known |= {name: build_added_beat(name, beat) for name, beat in grow.beats.items()}
    used = dict.fromkeys(beat for passage in grow.passages for beat in passage.beats)
    if unknown := [beat for beat in used if beat not in known]:
        raise InputError(
            f"GROW uses the beats {', '.join(unknown)}, which the plan does not have. Remove "
            "them from artifacts/grow.yaml, or run GROW again.",
            remedies=(RunStage("grow"),),
        )
    topics = {name: beat.clue for name, beat in grow.beats.items() if beat.clue}
    planned = evolve(story, clues=add_topic_clues(story.clues, topics))
    return evolve(
        planned,
        title=grow.title,
        hook=grow.hook,
        beats=tuple(known[beat] for beat in used),
        choice_flags=tuple(
            ChoiceFlag(id=name, text=each.text) for name, each in grow.marks.items()
        ),
        structure=grant_clues(structure_of(grow), planned),
        endings=tuple(Ending(id=name, name=each.name) for name, each in grow.endings.items()),
    )


def apply_times(story: Story, scenes: Mapping[str, SceneTime]) -> Story:
    """Return ``story`` with the times in ``scenes``, by beat id, set in its beats."""

    def add_time(beat: Beat) -> Beat:
        scene = scenes.get(beat.id)
        if scene is None:
            return beat
        return evolve(beat, time=scene.time, when=scene.when, memory=scene.memory)

    return evolve(story, beats=tuple(map(add_time, story.beats)))


def structure_of(grow: GrowArtifact) -> Structure:
    """Return the structure in ``grow``, without checking that it is sound."""
    return Structure(
        start=grow.start,
        passages=tuple(
            Passage(
                id=passage.id,
                beats=passage.beats,
                title=passage.title,
                ending=passage.ending or "",
                remembers=passage.remembers,
                hub=passage.hub or "",
                callback_flags=passage.recalls,
                conditional_flags=passage.recalls,
            )
            for passage in grow.passages
        ),
        choices=tuple(_build_choices(grow)),
    )


def passages_of(
    structure: Structure, titles: Mapping[str, str], labels: Mapping[str, str]
) -> tuple[WovenPassage, ...]:
    """Return the passages of ``structure`` for the artifact, with their ``titles`` and ``labels``.

    The clues that choices grant are left out, because they follow from the beats.
    """
    return tuple(
        WovenPassage(
            id=passage.id,
            title=titles[passage.id],
            beats=passage.beats,
            ending=passage.ending or None,
            hub=passage.hub or None,
            remembers=passage.remembers,
            recalls=tuple(sorted(passage.callback_flags)),
            choices=tuple(
                WovenChoice(
                    id=choice.id,
                    to=choice.target,
                    label=labels.get(choice.id) or choice.label or None,
                    closed=choice.closed or None,
                    takes=choice.takes or None,
                    requires=tuple(sorted(choice.requires)),
                    forbids=tuple(sorted(choice.forbids)),
                    grants=tuple(sorted(each for each in choice.grants if kind_of(each) != CLUE)),
                    moves=dict(choice.moves),
                )
                for choice in structure.outgoing_choices(passage.id)
            ),
        )
        for passage in structure.passages
    )


def build_added_beat(name: str, beat: AddedBeat) -> Beat:
    """Build the beat ``name`` from ``beat``, its form in GROW's artifact."""
    role = BeatRole.COMMIT if beat.decides else BeatRole.SETUP
    role = BeatRole.EPILOGUE if beat.ending else role
    return Beat(
        id=name,
        role=role,
        summary=beat.summary,
        location=beat.location,
        entities=beat.entities,
        dilemma=beat.decides,
        ending=beat.ending,
        weight=beat.weight or role.usual_weight,
    )


def _build_choices(grow: GrowArtifact) -> Iterator[Choice]:
    for passage in grow.passages:
        for choice in passage.choices:
            yield Choice(
                id=choice.id,
                source=passage.id,
                target=choice.to,
                label=choice.label or grow.onward,
                takes=choice.takes or "",
                closed=choice.closed or "",
                requires=choice.requires,
                forbids=choice.forbids,
                grants=choice.grants,
                moves=choice.moves,
            )


@frozen(kw_only=True, slots=False)
class ExistingChapters:
    """The chapters of ``story`` that are woven already.

    ``grow`` is the artifact that contains them; ``None`` before the first chapter is woven.
    """

    story: Story
    grow: GrowArtifact | None = None

    @cached_property
    def structure(self) -> Structure | None:
        """The structure to extend, or ``None``; choices with the common label have no label."""
        return structure_of(self.grow.model_copy(update={"onward": ""})) if self.grow else None

    @cached_property
    def passage_ids(self) -> frozenset[str]:
        """The ids of the passages that stay unchanged: all except pauses (temporary endings)."""
        passages = self.grow.passages if self.grow else ()
        return frozenset(each.id for each in passages if not is_pause(each.ending or ""))

    @cached_property
    def count(self) -> int:
        """The number of chapters that are woven already."""
        plans = read_plans(self.story)
        return count_woven_chapters(self.structure, plans) if self.structure else 0

    @property
    def can_continue(self) -> bool:
        """Return whether more chapters are planned than woven, with a pause to continue from."""
        passages = self.grow.passages if self.grow else ()
        pauses = any(is_pause(each.ending or "") for each in passages)
        return pauses and 0 < self.count < len(read_plans(self.story))

    def extend_plan(self) -> Story:
        """Return the plan with the beats, choice flags and clues of the existing chapters."""
        if self.grow is None:
            return self.story
        existing = apply_grow(self.story, self.grow)
        beat_ids = {beat.id for beat in existing.beats}
        rest = (beat for beat in self.story.beats if beat.id not in beat_ids)
        return evolve(
            self.story,
            beats=(*existing.beats, *rest),
            choice_flags=existing.choice_flags,
            clues=existing.clues,
        )

    def compute_share(self, whole: int) -> int:
        """Return the part of the story's total ``whole`` for the chapters that are woven now."""
        return compute_share(whole, self.story, self.count)


def compute_share(whole: int, story: Story, before: int = 0) -> int:
    """Return the part of the story's total ``whole`` for planned chapters after number ``before``.

    A story without chapters gets all of ``whole``.
    """
    count = len(story.chapters)
    planned = sum(bool(each.setup) for each in story.chapters)
    return whole * planned // count - whole * before // count if count else whole


def take_prefix(story: Story, number: int) -> Story:
    """Return ``story`` as if only its first ``number`` chapters were planned."""
    later = story.chapters[number:]
    dilemmas = {dilemma for chapter in later for dilemma in chapter.dilemmas}
    openings = {beat for chapter in later for beat in chapter.setup}
    beats = tuple(
        each
        for each in story.beats
        if each.id not in openings and each.dilemma not in dilemmas and not (later and each.ending)
    )
    remaining = frozenset(each.id for each in beats)
    return evolve(
        story,
        paths=tuple(
            each
            if each.delayed_effect is None or remaining.issuperset(each.delayed_effect.beats)
            else evolve(each, delayed_effect=None)
            for each in story.paths
            if each.dilemma not in dilemmas
        ),
        beats=beats,
        clues=tuple(each for each in story.clues if remaining.issuperset(each.teaching_beats)),
        chapters=(
            *story.chapters[:number],
            *(evolve(each, setup=(), summary="") for each in later),
        ),
    )
