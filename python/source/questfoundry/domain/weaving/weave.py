"""GROW's weaving: one acyclic structure in which all dilemmas have their place.

The dilemmas that rejoin fork one after the other, each between two stretches that every arc
has, so that they add to each other and do not multiply. Those that split the end come last;
the commits and tails of each are copied for every way through those before it. Four of them
make 2 + 4 + 8 + 16 arms and sixteen endings. What a path leaves behind has no passage of its
own: a passage remembers it, or is told once for each path of its dilemma.

Of a story with chapters each is woven so, and all meet at the passage that the next chapter begins
with. So in a chapter that another one follows the arms of those that split it are told once, for
every way there: what differs is an insert. Chapters that are planned later are woven behind the
structure that is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.chapter import pause_id
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import (
    OpenChoice,
    OpenEnds,
    StructureBuilder,
    WovenStory,
    open_choices,
)
from questfoundry.domain.weaving.endings import LETTERS, THE_END, ending_id, variant_id
from questfoundry.domain.weaving.passage_split import cut
from questfoundry.domain.weaving.plan import Arm, Plan, Strand, plans_of
from questfoundry.domain.weaving.residue import felt_at, variants_at
from questfoundry.domain.weaving.scenes import Unit, units_of
from questfoundry.domain.weaving.schedule import schedule


def weave(story: Story, *, decisions: int = 0, before: Structure | None = None) -> WovenStory:
    """The story woven, its common beats in the order of their times.

    Passages are as long as the size allows, and shorter where it wants more of them, or so many
    ``decisions`` on every arc; then scenes are parted, too. The chapters that a structure
    ``before`` does not tell are woven behind its pauses; all else of it stays as it is.
    """
    plans = plans_of(story)
    fresh = plans[told_in(before, plans) :] if before else plans
    preset = story.counts.preset
    beats, least = preset.passage_beats, preset.passages.least * len(fresh)
    sorts = shape_of(story.shape).sorts
    pause = "" if plans[-1].epilogues else pause_id(story.chapters[len(plans) - 1].id)
    for most in range(beats.most, 0 if decisions else beats.least - 1, -1):
        scene = most if decisions else beats.most
        chapters = [
            _Chapter(plan, [tuple(units_of(stretch, scene)) for stretch in schedule(plan)])
            for plan in fresh
        ]
        woven = _woven(chapters, plans, most, pause, before, sorts=sorts)
        enough = len(woven.structure.passages) - len(before.passages if before else ()) >= least
        if enough and fewest_before_ending(woven.structure) >= decisions:
            break
    return woven


def told_in(structure: Structure, plans: Sequence[Plan]) -> int:
    """How many of the chapters, from the first on, a structure tells."""
    told = {beat for passage in structure.passages for beat in passage.beats}
    numbers = range(len(plans), 0, -1)
    return next((each for each in numbers if told & plans[each - 1].openings), 0)


def fewest_before_ending(structure: Structure) -> int:
    """How many passages the shortest way to an ending has, without the ending's own."""
    length, reached = 0, {structure.start}
    met = set(reached)
    while reached and not any(structure.passage(each).ending for each in reached):
        reached = {way.target for each in reached for way in structure.leaving(each)} - met
        met |= reached
        length += 1
    return length


@frozen
class _Chapter:
    """A plan with its stretches, from fork to fork."""

    plan: Plan
    stretches: Sequence[Sequence[Unit]]


def _woven(
    chapters: Sequence[_Chapter],
    plans: Sequence[Plan],
    most: int,
    pause: str,
    before: Structure | None,
    *,
    sorts: bool,
) -> WovenStory:
    """Those chapters; ``pause`` is the ending after the last where the story goes on from there."""
    weaver = _Weaver(
        StructureBuilder(delayed_effects=felt_at(plans), variants=variants_at(plans)),
        variants_at(plans),
        most,
        sorts,
    )
    ends = weaver.builder.continue_from(before) if before else ()
    for chapter in chapters:
        branches = weaver.branches(chapter, ends)
        ends = tuple(chain(*(branch.ends for branch in branches)))
    if pause:
        weaver.builder.close_ends(ends, pause)
    else:
        weaver.close(branches, plans[-1].epilogues)
    return weaver.builder.build()


@frozen
class _Weaver:
    """Weaves with a builder, in passages of at most so many beats; maybe it ``sorts`` players."""

    builder: StructureBuilder
    variants: Mapping[str, Sequence[Arm]]
    most: int
    sorts: bool

    def branches(self, chapter: _Chapter, ends: OpenEnds) -> Sequence[_Branch]:
        """What goes on from those ends, up to where the chapter has its outcomes."""
        first, *others = chapter.stretches
        ends = self.builder.add_passages(open_choices(ends), self._cut(first))
        for strand, stretch in zip(chapter.plan.rejoining, others, strict=True):
            arms = [self._arm(ends, arm) for arm in strand.arms]
            ends = self.builder.add_passages(open_choices(tuple(chain(*arms))), self._cut(stretch))
        if not chapter.plan.ends:
            for strand in chapter.plan.splitting:
                ends = tuple(chain(*(self._arm(ends, arm) for arm in strand.arms)))
            return (_Branch("", ends, ""),)
        branches, nested = [_Branch("", ends, THE_END)], chapter.plan.nested
        sorters = chapter.plan.rejoining if self.sorts else ()
        for strand in chapter.plan.splitting:
            branches = [
                each for branch in branches for each in self._split(branch, strand, nested, sorters)
            ]
            sorters = ()
        return branches

    def _split(
        self,
        branch: _Branch,
        strand: Strand,
        nested: Mapping[str, Strand],
        sorters: Sequence[Strand] = (),
    ) -> Iterator[_Branch]:
        """What goes on from the branch, and from what comes up on its paths alone."""
        for place, (letter, arm) in enumerate(zip(LETTERS, strand.arms, strict=True)):
            following = nested.get(arm.path.id)
            leads = following.shared if following else ()
            entries = open_choices(branch.ends, arm, sorted_into(place, sorters))
            after = _Branch(
                branch.code + letter,
                self._run(entries, (*arm.beats, *leads), branch.code),
                ending_id(arm.path.id, branch.code),
            )
            yield from self._split(after, following, nested) if following else (after,)

    def close(self, branches: Sequence[_Branch], epilogues: Mapping[str, tuple[Beat, ...]]) -> None:
        """Let each branch end with its epilogue."""
        for branch in branches:
            epilogue = epilogues[branch.ending]
            for arm in self.variants.get(epilogue[0].id, (None,)):
                ending = _variant(branch.ending, epilogue, arm)
                own = epilogues.get(ending, ()) if ending != branch.ending else ()
                told = cut([(beat,) for beat in (*epilogue, *own)], self.most)
                ends = self.builder.add_passages(open_choices(branch.ends), told, only_arm=arm)
                self.builder.close_ends(ends, ending)

    def _arm(self, ends: OpenEnds, arm: Arm) -> OpenEnds:
        return self._run(open_choices(ends, arm), arm.beats)

    def _run(
        self, entries: Sequence[OpenChoice], beats: Sequence[Beat], code: str = ""
    ) -> OpenEnds:
        return self.builder.add_passages(entries, self._cut([(beat,) for beat in beats]), code)

    def _cut(self, units: Sequence[Unit]) -> Iterator[tuple[Beat, ...]]:
        return cut(units, self.most, self.variants)


def sorted_into(place: int, sorters: Sequence[Strand]) -> Sequence[tuple[Arm, ...]]:
    """Who is sorted into the arm at that place: who took the one there of any of these strands.

    No player is in two of these, so that nobody is offered the same twice.
    """
    others = [strand.arms[1 - place] for strand in sorters]
    return [(*others[:number], strand.arms[place]) for number, strand in enumerate(sorters)] or [()]


@frozen
class _Branch:
    """One outcome of the dilemmas that split, a letter of ``code`` for each; where it ends."""

    code: str
    ends: OpenEnds
    ending: str


def _variant(ending: str, epilogue: Sequence[Beat], arm: Arm | None) -> str:
    """The ending, or the variant of it that belongs to a path that is heavy here."""
    felt = arm.path.felt if arm else None
    there = {beat.id for beat in epilogue}
    here = felt and felt.how is Residue.HEAVY and not there.isdisjoint(felt.beats)
    return variant_id(ending, arm.path.id) if arm and here else ending
