"""Every playthrough of a woven story, for small stories only."""

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.weaving.builder import WovenStory


@frozen
class Playthrough:
    passages: tuple[Passage, ...]
    choices: tuple[Choice, ...] = ()

    @property
    def beats(self) -> list[str]:
        return [beat for passage in self.passages for beat in passage.beats]

    @property
    def flags(self) -> frozenset[str]:
        return frozenset().union(*(choice.grants for choice in self.choices))


def playthroughs(woven: WovenStory) -> list[Playthrough]:
    """Return all playthroughs from the start to passages without an open choice."""
    structure = woven.structure
    done, open_ends = [], [Playthrough((structure.passage(structure.start),))]
    while open_ends:
        played = open_ends.pop()
        ways = [
            choice
            for choice in structure.outgoing_choices(played.passages[-1].id)
            if choice.requires <= played.flags and not choice.forbids & played.flags
        ]
        if not ways:
            done.append(played)
        for choice in ways:
            read = (*played.passages, structure.passage(choice.target))
            open_ends.append(Playthrough(read, (*played.choices, choice)))
    return done
