"""The links out of the places of a compiled story, each with all that it may become."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import define, evolve, field

from questfoundry.domain.play.value_sets import Link
from questfoundry.domain.story.foreign.code_parts import after
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Compare,
    Comparison,
    Settings,
    Variable,
    both,
    one_of,
    text,
)
from questfoundry.infra.reading.ink.places import is_chosen
from questfoundry.infra.reading.ink.stop_positions import CALLED, InkLead, InkPlace


@define(eq=False, kw_only=True)
class Exit:
    """A link out of a place, with all that it may become; a way back leads to several places."""

    id: str
    source: InkPlace
    label: str
    promised: bool
    ways: list[Link] = field(factory=list)

    @property
    def targets(self) -> AbstractSet[str]:
        """Where it may lead."""
        return {each.target for each in self.ways}


def exits_of(place: InkPlace) -> Iterator[Exit]:
    """The links out of the place, none where the story is over there."""
    if is_ending(place):
        return
    grouped: dict[object, list[InkLead]] = defaultdict(list)
    for lead in place.leads:
        grouped[lead.by].append(lead)
    labels = set[str]()
    for leads in grouped.values():
        label = leads[0].label
        said = label.text
        if not all(each.label == label for each in leads) or not label.whole:
            # What is computed may differ from what looks the same here.
            said = "" if said in labels else said
        labels.add(said)
        yield Exit(
            id="",
            source=place,
            label=said,
            promised=any(each.promised for each in leads),
            ways=list(_ways(place, leads)),
        )


def _called(exits: Sequence[Exit]) -> Sequence[Exit]:
    """The links with their ids: of those between the same places, a number tells them apart."""
    numbers: Counter[str] = Counter()
    found = []
    for each in exits:
        joined = f"{each.source.name} -> {each.ways[0].target}"
        numbers[joined] += 1
        found.append(evolve(each, id=f"{joined} #{numbers[joined]}"))
    return found


def _ways(place: InkPlace, leads: Sequence[InkLead]) -> Iterator[Link]:
    """Ways that are the same from wherever the place was called are one."""
    alike: dict[tuple[object, ...], list[tuple[InkLead, str]]] = defaultdict(list)
    for lead in leads:
        target = lead.target.name if lead.target else f"{place.name}: the end"
        key = (target, lead.condition, frozenset(lead.settings.items()))
        alike[key].append((lead, target))
    for joined in alike.values():
        group, target = [lead for lead, _ in joined], joined[0][1]
        stacks = {each.stack for each in group}
        asked = group[0].condition
        if len(stacks) < len(place.stacks):
            asked = both(
                asked,
                one_of(
                    *(
                        Compare(Comparison.SAME, Variable(CALLED), text(each))
                        for each in sorted(stacks)
                    )
                ),
            )
        yield Link(condition=asked, settings=group[0].settings, source=place.name, target=target)


def is_ending(place: InkPlace) -> bool:
    """Whether the story is over there for everybody."""
    return bool(
        place.leads and not place.runs_out and all(each.target is None for each in place.leads)
    )


def without_steps(places: Sequence[InkPlace], exits: Sequence[Exit]) -> Sequence[Exit]:
    """Choices that say nothing and only lead on do so themselves."""
    leaving: dict[str, list[Exit]] = defaultdict(list)
    for each in exits:
        leaving[each.source.name].append(each)
    steps: dict[str, Link] = {}
    for place in places:
        found = leaving[place.name]
        if (
            is_chosen(place.place.container)
            and not place.word_count
            and not place.notes
            and len(found) == 1
            and len(found[0].ways) == 1
            and found[0].ways[0].condition == ALWAYS
            and found[0].ways[0].target != place.name
            and not found[0].label
            and found[0].ways[0].target in leaving
        ):
            steps[place.name] = found[0].ways[0]
    return _called(
        [
            evolve(each, ways=[_through(steps, way) for way in each.ways])
            for each in exits
            if each.source.name not in steps
        ]
    )


def _through(steps: Mapping[str, Link], way: Link) -> Link:
    """The way, and on to where who takes it is led."""
    met = {way.source}
    while way.target in steps and way.target not in met:
        met.add(way.target)
        on = steps[way.target]
        way = evolve(way, settings=_then(way.settings, on.settings), target=on.target)
    return way


def _then(settings: Settings, others: Settings) -> Settings:
    return {**settings, **{name: after(settings, each) for name, each in others.items()}}
