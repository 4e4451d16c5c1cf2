"""A story without the faults that a naive player meets."""

from attrs import evolve

from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.entity import Clue, Effect
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from tests.strategies.structures import Told
from tests.support.naive_player import NaivePlayer, absences, missing_clues, runs_back


def mended(told: Told) -> Told:
    """Remove these faults from the story; leave a correct story unchanged."""
    structure = told.structure
    while broken := NaivePlayer(structure, told.story).breaches():
        structure = _without(structure, broken.keys())
    return Told(structure=structure, story=_as_it_holds(structure, told.story))


def _without(structure: Structure, broken: set[tuple[Law, str]]) -> Structure:
    gone = {place for law, place in broken if law in (Law.OPENS, Law.REACHED)}
    twice = {place for law, place in broken if law is Law.LABELS}
    choices = tuple(
        evolve(each, label=each.id) if each.id in twice else each
        for each in structure.choices
        if not gone & {each.id, each.source, each.target}
    )
    granted = frozenset[str]().union(*(each.grants for each in choices))
    return evolve(
        structure,
        passages=tuple(
            evolve(each, conditional_flags=each.conditional_flags & granted)
            for each in structure.passages
            if each.id not in gone
        ),
        choices=choices,
    )


def _as_it_holds(structure: Structure, story: Story) -> Story:
    beats = {each.id: set(each.beats) for each in structure.passages}
    while gone := {entity for _, entity in absences(structure, story)}:
        paths = (
            evolve(
                path,
                consequences=tuple(
                    evolve(each, effect=Effect.NONE, entity="") if each.entity in gone else each
                    for each in path.consequences
                ),
            )
            for path in story.paths
        )
        story = evolve(story, paths=tuple(paths))
    while late := set[str]().union(*(beats[at] for at in runs_back(structure, story))):
        timed = (evolve(each, time=None) if each.id in late else each for each in story.beats)
        story = evolve(story, beats=tuple(timed))
    missing = missing_clues(structure, story)

    def held(clue: Clue) -> Clue:
        late = {
            beat
            for law, at, name in missing
            if (law, name) == (Law.CLUES, clue.id)
            for beat in beats[at]
        }
        asked = any((law, name) == (Law.QUESTIONS, clue.id) for law, _, name in missing)
        needs = tuple(beat for beat in clue.relying_beats if beat not in late)
        return evolve(clue, relying_beats=needs, answers=clue.answers and not asked)

    unknown = {name for law, _, name in missing if law is Law.LEARNT}
    clues = tuple(held(each) for each in story.clues if each.id not in unknown)
    return evolve(story, clues=clues)
