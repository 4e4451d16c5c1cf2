"""Name the stop positions of an ink story, each in its own way."""

from collections.abc import Sequence

from attrs import define, field

from questfoundry.infra.foreign.ink.compiled import Place
from questfoundry.infra.foreign.ink.places import author_name_of, is_choice_content, is_gather

START = "(start)"
_SHOWN = 40


@define(eq=False)
class PlaceNames:
    """The names of a story's stop positions; ``names`` are those that the author gave to places."""

    names: set[str]
    _used: set[str] = field(init=False, factory=set)

    def name_place(self, place: Place, hint: str) -> str:
        """Return a new name for ``place``; ``hint`` is the label of a choice that leads there."""
        container = place.container
        of = author_name_of(container) or START
        if container.parent is None and place.index == 0:
            name = START
        elif place.index > 0:
            name = f"{of} (after {_tunnel_name(place)})"
        elif is_choice_content(container):
            name = f"{of}: {_shorten_label(hint)}"
        elif is_gather(container):
            name = f"{of} (gather {int(container.name[2:]) + 1})"
        else:
            name = of
            if name not in self._used:
                self._used.add(name)
                return name
        number, unique = 1, name
        while unique in self.names:
            number += 1
            unique = f"{name} #{number}"
        self.names.add(unique)
        return unique


def _shorten_label(label: str) -> str:
    return label if len(label) <= _SHOWN else f"{label[: _SHOWN - 1].rstrip()}…"


def _tunnel_name(place: Place) -> str:
    content: Sequence[object] = place.container.content
    for token in reversed(content[: place.index]):
        if isinstance(token, dict) and "->t->" in token:
            return str(token["->t->"]).rpartition("^.")[2]
    return "a tunnel"
