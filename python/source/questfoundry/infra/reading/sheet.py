"""What one passage's text was found to hold, while it is read."""

from __future__ import annotations

from attrs import frozen

from questfoundry.infra.reading.sugarcube_code import ALWAYS, Condition, variables_in
from questfoundry.infra.reading.twee_passages import TweePassage

_SHOWN = 60


@frozen(kw_only=True)
class Way:
    """A way out of a passage; one that ``shows`` another puts its text into this one."""

    target: str
    label: str
    line: int
    condition: Condition
    grants: frozenset[str] = frozenset()
    shows: bool = False


class Sheet:
    """The ways out of a passage, its words, and what is not modelled, by its first line.

    ``line`` is the one that is being read, ``condition`` what a player must have to see it.
    ``grants`` are flags that coming here sets; ``spoiled`` are variables that are used as
    more than flags. In an ``initial`` passage all variables get their first values.
    """

    def __init__(self, passage: TweePassage, *, initial: bool = False) -> None:
        self.passage = passage
        self.initial = initial
        self.line = passage.spot.line
        self.words = 0
        self.whole = True
        """Whether the words are all that a player reads here."""
        self.condition = ALWAYS
        self.ways: list[Way] = []
        self.notes: dict[str, int] = {}
        self.grants: set[str] = set()
        self.spoiled: set[str] = set()
        self.hidden = False
        """Whether what is being read is no text, until its dialect says otherwise."""

    def add(
        self,
        target: str,
        label: str = "",
        *,
        grants: frozenset[str] = frozenset(),
        shows: bool = False,
    ) -> None:
        """A way that stands in the line, and under the condition, that is being read."""
        self.words += len(label.split())
        self.whole = self.whole and not shows
        self.ways.append(
            Way(
                target=target,
                label=label,
                line=self.line,
                condition=self.condition,
                grants=grants,
                shows=shows,
            )
        )

    def condition_unknown(self, code: str) -> None:
        """Something depends on what is not modelled."""
        shown = _shown(code)
        self.note(f"the condition {shown} is not modelled: what depends on it counts as open")

    def target_unknown(self, code: str) -> None:
        """A player can leave this passage, nobody knows where to."""
        self.note(f"where {_shown(code)} leads is not modelled")

    def change_unknown(self, code: str) -> None:
        """Variables change in a way that is not modelled."""
        self.note(f"what {_shown(code)} changes is not modelled")
        self.spoiled |= variables_in(code)

    def unknown(self, name: str, code: str = "") -> None:
        """Whatever something of that name does is not modelled; ``code`` is what it is given."""
        self.note(f"{_shown(name)} is not modelled")
        self.spoiled |= variables_in(code)

    def passage_unknown(self) -> None:
        """Whatever the whole passage does is not modelled."""
        self.note(f"what the passage {_shown(self.passage.name)} does is not modelled")
        self.spoiled |= variables_in(self.passage.text)

    def note(self, what: str) -> None:
        """Something is not modelled; where it stands more than once, the first line counts."""
        self.notes.setdefault(what, self.line)


def _shown(code: str) -> str:
    text = " ".join(code[: 4 * _SHOWN].split())
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}...")
