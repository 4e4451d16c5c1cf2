"""Give options of minor choices passages of their own, in which players see what follows at once.

After such a passage, all players of the minor choice meet in the next passage again.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.weaving.attempts import list_exits
from questfoundry.domain.weaving.builder import build_id
from questfoundry.domain.weaving.minor_choices import find_minor_choice_places


@frozen(kw_only=True)
class OptionPassage:
    """The passage of an option, with its only beat (ids)."""

    passage: str
    beat: str


def pick_branching_places(
    structure: Structure, share: float, fixed_passages: Collection[str] = ()
) -> Sequence[str]:
    """Return the ids of the passages whose options get passages of their own, evenly spread.

    They are the ``share`` of all places for minor choices, apart from ``fixed_passages`` (ids).
    Places with copies are left out, because each copy would need the same passages again.
    """
    places = [
        copies
        for copies in find_minor_choice_places(structure)
        if copies[0].id not in fixed_passages
    ]
    single = [copies[0].id for copies in places if len(copies) == 1]
    count = min(len(single), round(share * len(places)))
    return [single[(2 * number + 1) * len(single) // (2 * count)] for number in range(count)]


def add_option_passages(structure: Structure, added: Mapping[str, OptionPassage]) -> Structure:
    """Return ``structure`` with the passages ``added``, by the flag that the option sets.

    Each passage lies between its option and the passages to which the option led. It has their
    exits without labels, so that conditions on these exits still hold.
    """
    passages, choices = list[Passage](), list[Choice]()
    for passage in structure.passages:
        options = {
            flag: [each for each in structure.outgoing_choices(passage.id) if flag in each.grants]
            for flag in added
            if any(each.source == passage.id for each in structure.granting_choices(flag))
        }
        passages += (
            passage,
            *(Passage(id=added[flag].passage, beats=(added[flag].beat,)) for flag in options),
        )
        led = {forms[0].id: added[flag] for flag, forms in options.items()}
        later = {each.id for forms in options.values() for each in forms[1:]}
        choices += (
            _lead_to(led[each.id], each) if each.id in led else each
            for each in structure.outgoing_choices(passage.id)
            if each.id not in later
        )
        for flag, forms in options.items():
            choices += _build_exits(added[flag], forms)
    return evolve(structure, passages=tuple(passages), choices=tuple(choices))


def _lead_to(own: OptionPassage, option: Choice) -> Choice:
    return evolve(option, target=own.passage, requires=frozenset(), forbids=frozenset())


def _build_exits(own: OptionPassage, forms: Sequence[Choice]) -> Iterator[Choice]:
    for number, leaving in enumerate(list_exits(forms), start=1):
        yield evolve(
            leaving, id=build_id("choice", slug_of(own.passage), str(number)), source=own.passage
        )
