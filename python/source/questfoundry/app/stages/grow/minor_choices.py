"""Weaving hubs, minor choices, gated choices and callbacks into the structure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from attrs import define, evolve, field

from questfoundry.app.stages.grow.apply import build_added_beat
from questfoundry.app.stages.grow.leans import (
    UP,
    is_answered,
    list_scene_stats,
    read_moves,
    sum_leans,
)
from questfoundry.app.stages.grow.option_passages import has_own_passage, list_branching_places
from questfoundry.app.stages.grow.third_answers import build_third
from questfoundry.domain.artifacts.branching import BranchingOption
from questfoundry.domain.artifacts.grow import (
    ActOption,
    AddedBeat,
    AttemptOption,
    AttemptOutcome,
    DareOption,
    GrowActs,
    GrowDares,
    GrowGates,
    GrowHubs,
    GrowMinorChoices,
    GrowPlayed,
    GrowRecalls,
    HubPlan,
    HubTopic,
    PassageAct,
    PlayedScene,
)
from questfoundry.domain.ids import SEPARATOR, make_id, make_unique_id, slug_of, slugify
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.entity import CHOICE_FLAG, ChoiceFlag, add_topic_clues
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import STAT
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.attempts import WovenAttempt, WovenOutcome, add_attempt, add_third
from questfoundry.domain.weaving.builder import build_id
from questfoundry.domain.weaving.endings import SIDES, Closings, split_endings
from questfoundry.domain.weaving.flag_availability import find_possible_flags, find_varying_flags
from questfoundry.domain.weaving.gated_choice_candidates import (
    GatedChoicePlace,
    find_copies_with_flag,
    get_gate_place,
    pick_gated_choice_places,
)
from questfoundry.domain.weaving.hubs import (
    LIMITED_TOPICS,
    TURNS,
    Hub,
    Topic,
    add_hub,
    count_two_step_hubs,
    find_openers,
    find_topic_locations,
)
from questfoundry.domain.weaving.level_texts import pick_level_texts
from questfoundry.domain.weaving.minor_choices import (
    GatedChoice,
    Option,
    add_callbacks,
    add_gated_choice,
    add_minor_choices,
    find_minor_choice_places,
    grant_clues,
    group_copies,
)
from questfoundry.domain.weaving.readings import limit_moves

Part = TypeVar("Part", bound=GrowMinorChoices)

MOST_NAME_CHARACTERS = 24
"""The maximum number of characters in a flag's name, because writers read and write it often."""


@define(eq=False)
class MinorChoiceWeaver:
    """A builder that adds hubs, minor choices, gated choices and callbacks to ``structure``.

    ``decisions``: the number of decisions that every playthrough should have.
    ``fixed_passages``: the ids of passages that stay unchanged.
    ``closings``: the last beats of each ending for the two ends of the first stat, by ending id.
    ``has_all_moves``: whether all choices are known that move stats.
    ``beats``: the added beats of hub topics, attempts and third answers, by id.
    ``titles``, ``ending_names``: the titles and names that were given with them, by id.
    ``branches``: the options that get passages of their own, by their flags.
    ``flags``: the added choice flags; their names are unique.
    """

    story: Story
    structure: Structure
    decisions: int = 0
    fixed_passages: frozenset[str] = frozenset()
    closings: Closings = field(factory=dict[str, tuple[Beat, Beat]])
    has_all_moves: bool = True
    beats: dict[str, AddedBeat] = field(factory=dict)
    flags: list[ChoiceFlag] = field(factory=list)
    titles: dict[str, str] = field(factory=dict)
    ending_names: dict[str, str] = field(factory=dict)
    branches: dict[str, BranchingOption] = field(factory=dict[str, BranchingOption])
    _used_slugs: set[str] = field(init=False)
    _flag_by_placeholder: dict[str, str] = field(factory=dict[str, str], init=False)

    def __attrs_post_init__(self) -> None:
        self._used_slugs = {slug_of(flag) for flag in self.story.flags}

    def weave(self, parts: Sequence[GrowMinorChoices]) -> None:
        """Add the content of ``parts``, the results of sections, in a fixed order of kinds.

        First come played scenes, then hubs, minor choices, attempts, the variants of endings, gated
        choices and callbacks. All parts of a kind must refer to the same structure.
        """
        for played in _select_parts(GrowPlayed, parts):
            for scene in played.played:
                self.structure = add_hub(self.structure, self._build_scene(scene))
        for hubs in _select_parts(GrowHubs, parts):
            self._weave_hubs(hubs)
        self._weave_minor_choices(
            {
                place: act
                for each in _select_parts(GrowActs, parts)
                for place, act in each.acts.items()
            }
        )
        scenes = list_scene_stats(parts)
        self.structure = limit_moves(self.structure, scenes)
        for gates in _select_parts(GrowGates, parts):
            self._weave_attempts(gates)
        # Setbacks move stats, too.
        self.structure = limit_moves(self.structure, scenes)
        if self.closings:
            self.structure = split_endings(
                self.structure,
                self.closings,
                self.story.stats[0].id,
                has_all_moves=self.has_all_moves,
            )
        # Conditions of gates change the shares of players little, and make them slow to measure.
        level_texts = (
            pick_level_texts(self.current_story, self.fixed_passages) if self.has_all_moves else {}
        )
        for dares in _select_parts(GrowDares, parts):
            self._weave_gated_choices(dares)
        for gates in _select_parts(GrowGates, parts):
            self._weave_gates(gates)
        flags: dict[str, list[str]] = {}
        for recalls in _select_parts(GrowRecalls, parts):
            for place, given in recalls.recalls.items():
                flags.setdefault(place, []).extend(given.marks)
        self._weave_callbacks(flags)
        self.structure = add_callbacks(self.structure, level_texts)

    @property
    def current_story(self) -> Story:
        """The story with everything added so far; the beats of topics come last."""
        topics = {name: beat.clue for name, beat in self.beats.items() if beat.clue}
        planned = evolve(self.story, clues=add_topic_clues(self.story.clues, topics))
        return evolve(
            planned,
            beats=(
                *planned.beats,
                *(build_added_beat(name, beat) for name, beat in self.beats.items()),
                *chain(*self.closings.values()),
            ),
            choice_flags=(*self.story.choice_flags, *self.flags),
            structure=grant_clues(self.structure, planned),
        )

    def _weave_hubs(self, part: GrowHubs) -> None:
        twice = count_two_step_hubs(self.structure, len(part.hubs), self.decisions)
        limited = self._find_limited_hub(part.hubs[twice:]) if len(part.hubs) > 1 else None
        for number, plan in enumerate(part.hubs):
            hub = self._build_hub(plan, twice=number < twice)
            self.structure = add_hub(
                self.structure, evolve(hub, limit=LIMITED_TOPICS * (plan is limited))
            )

    def _find_limited_hub(self, plans: Sequence[HubPlan]) -> HubPlan | None:
        """Return the last of ``plans`` whose topics are all optional, or ``None``.

        A story needs its clues, and in a growing hub one topic opens another.
        """
        if self.story.counts.interactions.grows:
            return None
        optional = (
            each
            for each in reversed(plans)
            if len(each.topics) > LIMITED_TOPICS and not any(topic.clue for topic in each.topics)
        )
        return next(optional, None)

    def _build_hub(self, plan: HubPlan, *, twice: bool) -> Hub:
        here = self.story.beats_in(self.structure.passage(plan.passage))[-1].location
        interactions = self.story.counts.interactions
        places = (interactions.roams and find_topic_locations(self.story)) or (here,)
        openers = find_openers(len(plan.topics), grows=interactions.grows, is_two_step=twice)
        topics: list[Topic] = []
        for number, (each, opener) in enumerate(zip(plan.topics, openers, strict=True), start=1):
            name = build_id("", slug_of(plan.passage), f"topic-{number}")
            needs = topics[opener - 1].flag if opener else ""
            place = places[(number - 1) % len(places)]
            topics.append(self._build_topic(name, each, place, needs))
        last = topics[-1].flag if interactions.grows or twice else ""
        first = last or (topics[plan.first - 1].flag if plan.first else "")
        return Hub(
            passage=plan.passage, topics=tuple(topics), exit_label=plan.leave, required_flag=first
        )

    def _build_topic(self, name: str, plan: HubTopic, location: str, needs: str = "") -> Topic:
        """Return the topic of ``plan`` and add its beat; ``name`` is its id without the kind."""
        self.beats[f"beat{name}"] = AddedBeat(
            summary=plan.summary, location=location, entities=plan.entities, clue=plan.clue or None
        )
        return Topic(
            passage=f"passage{name}",
            beat=f"beat{name}",
            label=plan.label,
            flag=self._add_flag(plan.label, plan.leaves),
            needs=needs,
            moves=read_moves(plan),
        )

    def _build_scene(self, scene: PlayedScene) -> Hub:
        here = self.story.beats_in(self.structure.passage(scene.passage))[-1].location
        topics: list[Topic] = []
        for number, turn in enumerate(scene.turns, start=1):
            name = build_id("", slug_of(scene.passage), f"turn-{number}")
            first = self._build_topic(name, turn, here)
            topics += first, self._build_topic(f"{name}-again", turn.again, here, first.flag)
        return Hub(
            passage=scene.passage,
            topics=tuple(topics),
            exit_label=scene.leave,
            limit=TURNS,
            is_played=True,
        )

    def _weave_minor_choices(self, acts: Mapping[str, PassageAct]) -> None:
        if not acts:
            return
        places = list_branching_places(self.story, self.structure, self.fixed_passages)
        options = {
            passage: [
                self._build_option(act, each, can_branch=passage in places) for each in act.options
            ]
            for passage, act in acts.items()
        }
        copied = {
            copy.id: copies[0].id
            for copies in find_minor_choice_places(self.structure)
            if copies[0].id in options
            for copy in copies
        }
        self.structure = add_minor_choices(
            self.structure, {copy: options[first] for copy, first in copied.items()}
        )

    def _build_option(self, act: PassageAct, option: ActOption, *, can_branch: bool) -> Option:
        flag = self._add_flag(option.label, option.leaves)
        if can_branch and has_own_passage(option):
            self.branches[flag] = option
        return Option(
            label=option.label,
            flag=flag,
            moves=read_moves(option),
            is_answered=is_answered(act) and flag not in self.branches,
        )

    def _weave_gated_choices(self, part: GrowDares) -> None:
        before = self.current_story.existing_structure
        options = [
            (
                place,
                part.dares[place.id],
                self._add_flag(part.dares[place.id].label, part.dares[place.id].leaves),
            )
            for place in pick_gated_choice_places(before, len(part.dares), self.fixed_passages)
        ]
        self.structure = add_gated_choices(self.structure, before, options)
        self._flag_by_placeholder |= {
            build_placeholder_flag(at): flag for at, (_, _, flag) in enumerate(options, start=1)
        }

    def _weave_attempts(self, part: GrowGates) -> None:
        for attempt in part.attempts:
            lean, _, side = attempt.succeeds.rpartition("-")
            woven = WovenAttempt(
                passage=attempt.at,
                label=attempt.label,
                stat=f"{STAT}{SEPARATOR}{lean}",
                side=SIDES[side != UP],
                success=self._build_outcome(attempt, attempt.success, "success"),
                setback=evolve(
                    self._build_outcome(attempt, attempt.setback, "setback"),
                    moves=sum_leans(attempt.setback.costs),
                ),
            )
            self.structure = add_attempt(self.structure, woven)

    def _build_outcome(
        self, attempt: AttemptOption, outcome: AttemptOutcome, name: str
    ) -> WovenOutcome:
        here = self.structure.passage(attempt.at)
        slug = build_id("", slug_of(attempt.at), name).removeprefix(SEPARATOR)
        self.titles[f"passage{SEPARATOR}{slug}"] = outcome.title
        self.beats[f"beat{SEPARATOR}{slug}"] = AddedBeat(
            summary=outcome.summary,
            location=self.current_story.beats_in(here)[-1].location,
            entities=outcome.entities,
        )
        return WovenOutcome(
            passage=f"passage{SEPARATOR}{slug}",
            beat=f"beat{SEPARATOR}{slug}",
            flag=self._add_flag(outcome.title, outcome.leaves),
        )

    def _weave_gates(self, part: GrowGates) -> None:
        before = self.current_story.existing_structure
        options = [
            (get_gate_place(before, gate.at), gate, self._add_flag(gate.label, gate.leaves))
            for gate in part.gates
        ]
        outcomes = frozenset(self.titles)
        self.structure = add_gated_choices(self.structure, before, options, outcomes)
        for third in part.thirds:
            woven, beats = build_third(
                self.current_story, third, self._add_flag(third.label, third.leaves)
            )
            self.structure = add_third(self.structure, woven)
            self.beats |= beats
            self.ending_names[woven.ending] = third.ending
            self.titles |= {woven.deed_passage: third.title, woven.end_passage: third.ending}

    def _weave_callbacks(self, flags: Mapping[str, Sequence[str]]) -> None:
        if not flags:
            return
        before = self.current_story.existing_structure
        varying = find_varying_flags(before)
        copies = {each[0].id: each for each in group_copies(before.passages)}
        flags_by_passage: dict[str, list[str]] = {}
        for passage, given in flags.items():
            for flag in dict.fromkeys(self._flag_by_placeholder.get(each, each) for each in given):
                for copy in find_copies_with_flag(varying, copies[passage], flag):
                    flags_by_passage.setdefault(copy, []).append(flag)
        self.structure = add_callbacks(self.structure, flags_by_passage)

    def _add_flag(self, label: str, text: str) -> str:
        """Add a choice flag and return its id; conditional texts use its name, so it is unique."""
        name = slugify(label, MOST_NAME_CHARACTERS) or text
        flag = make_unique_id(make_id(CHOICE_FLAG, name), self._used_slugs)
        self._used_slugs.add(slug_of(flag))
        self.flags.append(ChoiceFlag(id=flag, text=text))
        return flag


def build_placeholder_flag(number: int) -> str:
    """Return a temporary id, unlike any real id, for the flag of gated choice ``number``."""
    return f"{CHOICE_FLAG}{SEPARATOR}dare--{number}"


def add_gated_choices(
    structure: Structure,
    before: Structure,
    options: Iterable[tuple[GatedChoicePlace, DareOption, str]],
    outcomes: Collection[str] = (),
) -> Structure:
    """Return ``structure`` with a gated choice for each of ``options``: place, texts and new flag.

    A choice is added to those copies of its passage where, in the structure ``before``, some
    players have the required flag. It leads to none of ``outcomes``, the outcomes of attempts.
    """
    varying, possible = find_varying_flags(before), find_possible_flags(before)
    for place, option, flag in options:
        structure = add_gated_choice(
            structure,
            find_copies_with_flag(varying, place.copies, option.needs),
            GatedChoice(
                label=option.label,
                flag=flag,
                needs=option.needs,
                closed=option.closed,
                takes=before.choice(place.beside).takes if place.beside else "",
            ),
            possible,
            outcomes,
        )
    return structure


def _select_parts(kind: type[Part], parts: Iterable[GrowMinorChoices]) -> Iterator[Part]:
    return (part for part in parts if isinstance(part, kind))
