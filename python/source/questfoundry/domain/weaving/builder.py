"""The structure builder: sets passages one after the other and joins them with choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from questfoundry.domain.artifacts.grow import Trace
from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.chapter import is_pause
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.path import Residue
from questfoundry.domain.weaving.plan import Arm
from questfoundry.domain.weaving.residue import DelayedEffect


@frozen(kw_only=True)
class WovenStory:
    """A woven story.

    ``beats`` are those of the plan, in one order that no choice goes against. Titles and
    labels are empty; endings have ids, and no names yet.
    """

    beats: tuple[Beat, ...]
    structure: Structure


@frozen
class OpenEnd:
    """A passage that the story goes on from; ``after`` is the arm that it is told for alone."""

    passage: str
    arm: Arm | None = None


OpenEnds = tuple[OpenEnd, ...]


@frozen
class OpenChoice:
    """A choice that leads nowhere yet; ``takes`` is the path that it commits to.

    It is open to those alone who took the arms ``behind`` it, of dilemmas that rejoined.
    """

    source: OpenEnd
    arm: Arm | None = None
    required_arms: tuple[Arm, ...] = ()


def open_choices(
    ends: OpenEnds, arm: Arm | None = None, requirements: Sequence[tuple[Arm, ...]] = ((),)
) -> list[OpenChoice]:
    """A choice at each end, for each way of being sorted there: none but one where nobody is."""
    return [OpenChoice(end, arm, required_arms) for end in ends for required_arms in requirements]


def build_id(kind: str, *parts: str) -> str:
    """An id made of those parts that are not empty; no slug holds what stands between them."""
    return f"{kind}{SEPARATOR}{'--'.join(part for part in parts if part)}"


def variant_suffix(arm: Arm | None) -> str:
    """What tells apart a copy that is told for one arm alone."""
    return f"after-{slug_of(arm.path.id)}" if arm else ""


@define
class StructureBuilder:
    """What is woven so far.

    ``felt`` is what is felt at a beat, by its id; ``variants`` the arms for which a
    passage that opens with a beat is told apart.
    """

    delayed_effects: Mapping[str, Sequence[DelayedEffect]]
    variants: Mapping[str, Sequence[Arm]]
    _passages: dict[str, Passage] = field(factory=dict)
    _choices: list[Choice] = field(factory=list)
    _beats: dict[str, Beat] = field(factory=dict)

    def continue_from(self, existing: Structure) -> OpenEnds:
        """Take over a structure, and say where it pauses; the story goes on from there."""
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
        """Add passages in a row, each with its beats, and say where the row ends.

        With ``only`` all of the row is told for that arm alone.
        """
        ends: OpenEnds = tuple(choice.source for choice in entries)
        for beats in passages:
            arms = (only_arm,) if only_arm else self.variants.get(beats[0].id, (None,))
            ends = tuple(self._add_passage(entries, beats, branch_code, arm) for arm in arms)
            entries = open_choices(ends)
        return ends

    def close_ends(self, ends: OpenEnds, ending: str) -> None:
        """Let the story end here."""
        for end in ends:
            self._passages[end.passage] = evolve(self._passages[end.passage], ending=ending)

    def build(self) -> WovenStory:
        """All of it; it starts where the first passage was set."""
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
        entries: Iterable[OpenChoice],
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
        return OpenEnd(identifier, arm)

    def _build_traces(self, beats: Sequence[Beat], arm: Arm | None) -> Iterator[Trace]:
        """Told for one arm alone, a passage shows that one, and nothing of its sibling."""
        for effect in (felt for beat in beats for felt in self.delayed_effects.get(beat.id, ())):
            if arm and effect.path.dilemma == arm.path.dilemma:
                if effect.path.id == arm.path.id:
                    yield Trace(path=effect.path.id, residue=Residue.HEAVY)
            else:
                heavy = effect.residue is Residue.HEAVY
                yield Trace(path=effect.path.id, residue=Residue.LIGHT if heavy else effect.residue)

    def _add_choice(self, choice: OpenChoice, target: str, arm: Arm | None) -> None:
        """A choice into a variant, or behind arms, asks which paths were taken.

        It does not ask for what is known already, and leads nowhere that nobody can go.
        """
        known = choice.source.arm
        required = dict.fromkeys((*choice.required_arms, *((arm,) if arm else ())))
        taken = {each.path.dilemma: each for each in (*required, *((known,) if known else ()))}
        if any(taken[each.path.dilemma] != each for each in required):
            return
        arms = [each for each in required if each != known]
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
            )
        )
