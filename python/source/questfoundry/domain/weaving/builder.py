"""Build the graph of a story step by step: passages are the nodes, choices are the edges."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from attrs import define, evolve, field, frozen

from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.story.beat import Beat, is_pause
from questfoundry.domain.story.dilemma import Path, Residue, Trace
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.weaving.plan import Arm, Plan, Storyline


def find_effect_places(plan: Plan, storyline: Storyline) -> Iterator[Beat]:
    """Yield the beats where a player's answer in ``storyline`` may show later, nearest first.

    The result contains the beats of all paths of later storylines, the last common beat before each
    later fork, and the epilogues. The beat before the very next fork is left out, because the
    player reads it before the next decision.

    A storyline that is not in ``plan`` belongs to an earlier chapter, so all forks of the plan are
    later.
    """
    forks = (*plan.rejoining_storylines, *plan.splitting_storylines)
    leading = (*plan.rejoining_storylines, *plan.splitting_storylines[:1])
    own = forks.index(storyline) if storyline in forks else -1
    for place in range(own + 1, len(forks)):
        if own + 1 < place < len(leading):
            yield forks[place].common[-1]
        for arm in forks[place].arms:
            yield from arm.beats
    for epilogue in plan.epilogues.values():
        yield from epilogue


@frozen
class DelayedEffect:
    """The effect that an earlier answer of the player has at a later beat, with its strength."""

    path: Path
    residue: Residue


def map_delayed_effects(plans: Sequence[Plan]) -> Mapping[str, Sequence[DelayedEffect]]:
    """Return the delayed effects (later signs of earlier answers) at each beat, by beat id.

    In a chapter before the last, there are more: each path of a dilemma that splits the story has a
    light effect on the beats that decide later splitting dilemmas.
    """
    found: dict[str, list[DelayedEffect]] = defaultdict(list)
    for plan in plans:
        for path in (arm.path for storyline in plan.storylines for arm in storyline.arms):
            if effect := path.delayed_effect:
                for beat in effect.beats:
                    found[beat].append(DelayedEffect(path, effect.residue))
        for number, storyline in enumerate(() if plan.has_endings else plan.splitting_storylines):
            earlier = [arm.path for each in plan.splitting_storylines[:number] for arm in each.arms]
            for arm in storyline.arms:
                found[arm.beats[0].id] += [DelayedEffect(path, Residue.LIGHT) for path in earlier]
    return found


def map_variants(plans: Sequence[Plan]) -> Mapping[str, Sequence[Arm]]:
    """Return the arms for which a passage gets variants, by the id of the passage's first beat.

    An arm is one answer to a dilemma. A passage has variants for one dilemma only: the first
    dilemma with a heavy effect there. A heavy effect on one beat of an epilogue gives variants to
    the whole epilogue.
    """
    epilogues = chain(*(plan.epilogues.values() for plan in plans))
    whole = {beat.id: epilogue for epilogue in epilogues for beat in epilogue}
    found: dict[str, Sequence[Arm]] = {}
    for storyline in chain(*(plan.storylines for plan in plans)):
        for effect in (arm.path.delayed_effect for arm in storyline.arms):
            if effect and effect.residue is Residue.HEAVY:
                for each in effect.beats:
                    for beat in whole.get(each, ()):
                        found.setdefault(beat.id, storyline.arms)
                    found.setdefault(each, storyline.arms)
    return found


@frozen(kw_only=True)
class WovenStory:
    """The playable graph of passages that was built from a plan, with the plan's beats in order.

    ``beats`` are in a topological order of the graph.
    """

    beats: tuple[Beat, ...]
    structure: Structure


@frozen
class OpenEnd:
    """A passage that still needs an exit.

    An arm is one answer to a dilemma, with its beats. ``arm`` is set if the passage is a variant
    for players who gave this answer. ``branch_conditions`` lists alternative conditions for
    entering the branch of the passage, each as a list of arms. Each player in the branch has taken
    all arms of one list.
    """

    passage: str
    arm: Arm | None = None
    branch_conditions: tuple[tuple[Arm, ...], ...] = ((),)

    def list_taken_arms(self) -> Sequence[tuple[Arm, ...]]:
        """Return lists of arms; each player in the passage has taken all arms of one list."""
        own = (self.arm,) if self.arm else ()
        taken = [(*condition, *own) for condition in self.branch_conditions]
        return [arms for arms in taken if _is_consistent(arms)]


OpenEnds = tuple[OpenEnd, ...]


def _is_consistent(arms: Iterable[Arm]) -> bool:
    dilemmas = {each.path.id: each.path.dilemma for each in arms}
    return len(dilemmas) == len({*dilemmas.values()})


@frozen
class OpenChoice:
    """A choice that has a source passage but no target passage yet.

    If ``arm`` (an answer to a dilemma, with its beats) is not ``None``, the choice commits the
    player to this answer. ``required_arms`` are answers to earlier dilemmas: only players who gave
    all of these answers can take the choice.
    """

    source: OpenEnd
    arm: Arm | None = None
    required_arms: tuple[Arm, ...] = ()


def open_choices(
    ends: OpenEnds, arm: Arm | None = None, requirements: Sequence[tuple[Arm, ...]] = ((),)
) -> list[OpenChoice]:
    """Return choices without a target that start at the passages in ``ends``.

    Each passage gets one choice for each item of ``requirements``; an item lists the arms (answers
    to dilemmas) that the choice requires.
    """
    return [OpenChoice(end, arm, required_arms) for end in ends for required_arms in requirements]


def build_id(kind: str, *parts: str) -> str:
    """Return an id that consists of ``kind`` and of the texts in ``parts`` that are not empty.

    The texts are joined by two hyphens. A slug contains no double hyphen, so different texts never
    give the same id.
    """
    return f"{kind}{SEPARATOR}{'--'.join(part for part in parts if part)}"


def variant_suffix(arm: Arm | None) -> str:
    """Return the suffix of passage ids that marks a variant for ``arm``; empty for ``None``."""
    return f"after-{slug_of(arm.path.id)}" if arm else ""


@define
class StructureBuilder:
    """The part of a story's graph that is built so far: its passages, choices and beats.

    ``delayed_effects``: the later signs of earlier answers that each beat shows, by beat id.
    ``variants``: the arms whose players each get their own variant of a passage, by the id of the
      passage's first beat. An arm is one answer to a dilemma.
    """

    delayed_effects: Mapping[str, Sequence[DelayedEffect]]
    variants: Mapping[str, Sequence[Arm]]
    _passages: dict[str, Passage] = field(factory=dict)
    _choices: list[Choice] = field(factory=list)
    _beats: dict[str, Beat] = field(factory=dict)

    def continue_from(self, existing: Structure) -> OpenEnds:
        """Add all passages of ``existing``, and return the passages at a pause, which need an exit.

        A pause is a temporary ending in place of chapters not planned yet; it is removed.
        """
        ends = [each.id for each in existing.passages if is_pause(each.ending)]
        for each in existing.passages:
            self._passages[each.id] = evolve(each, ending="") if each.id in ends else each
        self._choices.extend(existing.choices)
        return tuple(map(OpenEnd, ends))

    def add_passages(
        self,
        entries: Sequence[OpenChoice],
        passages: Iterable[Sequence[Beat]],
        branch_code: str = "",
        only_arm: Arm | None = None,
    ) -> OpenEnds:
        """Append a chain of passages after ``entries``, and return its last passages.

        ``passages`` gives the beats of each passage. A passage gets one variant for each arm that
        the builder's ``variants`` list for its first beat; an arm is one side of a fork. If
        ``only_arm`` is given, only players who took this arm read the chain. ``branch_code``
        becomes part of the passage ids.
        """
        ends: OpenEnds = tuple(choice.source for choice in entries)
        for beats in passages:
            arms = (only_arm,) if only_arm else self.variants.get(beats[0].id, (None,))
            ends = tuple(self._add_passage(entries, beats, branch_code, arm) for arm in arms)
            entries = open_choices(ends)
        return ends

    def close_ends(self, ends: OpenEnds, ending: str) -> None:
        """Make each passage in ``ends`` an ending with the id ``ending``."""
        for end in ends:
            self._passages[end.passage] = evolve(self._passages[end.passage], ending=ending)

    def build(self) -> WovenStory:
        """Return the finished graph with its beats; it starts at the passage added first."""
        return WovenStory(
            beats=tuple(self._beats.values()),
            structure=Structure(
                start=next(iter(self._passages)),
                passages=tuple(self._passages.values()),
                choices=tuple(self._choices),
            ),
        )

    def _add_passage(
        self,
        entries: Sequence[OpenChoice],
        beats: Sequence[Beat],
        branch_code: str,
        arm: Arm | None,
    ) -> OpenEnd:
        self._beats.update((beat.id, beat) for beat in beats)
        identifier = build_id("passage", slug_of(beats[0].id), branch_code, variant_suffix(arm))
        self._passages[identifier] = Passage(
            id=identifier,
            beats=tuple(beat.id for beat in beats),
            remembers=tuple(self._build_traces(beats, arm)),
        )
        for choice in entries:
            self._add_choice(choice, identifier, arm)
        conditions = dict.fromkeys(
            (*condition, *choice.required_arms)
            for choice in entries
            for condition in choice.source.branch_conditions
        )
        return OpenEnd(identifier, arm, tuple(conditions) or ((),))

    def _build_traces(self, beats: Sequence[Beat], arm: Arm | None) -> Iterator[Trace]:
        """Yield the traces of earlier answers in a passage with ``beats``.

        A variant for ``arm`` has a heavy trace of the arm's path, and no trace of the dilemma's
        other path.
        """
        for effect in (each for beat in beats for each in self.delayed_effects.get(beat.id, ())):
            if arm and effect.path.dilemma == arm.path.dilemma:
                if effect.path.id == arm.path.id:
                    yield Trace(path=effect.path.id, residue=Residue.HEAVY)
            else:
                heavy = effect.residue is Residue.HEAVY
                yield Trace(path=effect.path.id, residue=Residue.LIGHT if heavy else effect.residue)

    def _add_choice(self, choice: OpenChoice, target: str, arm: Arm | None) -> None:
        """Add ``choice`` with its target, unless no player can take the choice.

        Arms that all players here have taken are not required.
        """
        required = dict.fromkeys((*choice.required_arms, *((arm,) if arm else ())))
        taken = choice.source.list_taken_arms()
        if not any(_is_consistent((*arms, *required)) for arms in taken):
            return
        arms = [each for each in required if not all(each in arms for arms in taken)]
        source = choice.source.passage
        suffix = slug_of(choice.arm.path.id) if choice.arm else "on"
        self._choices.append(
            Choice(
                id=build_id("choice", slug_of(source), suffix, *map(variant_suffix, arms)),
                source=source,
                target=target,
                takes=choice.arm.path.id if choice.arm else "",
                requires=frozenset[str]().union(*(each.path.flags for each in arms)),
                grants=choice.arm.path.flags if choice.arm else (),
                moves=choice.arm.path.moves if choice.arm else {},
            )
        )
