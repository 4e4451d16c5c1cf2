"""The guard of the tool loop: it ends calling in circles without asking the model to.

Advice in text is not obeyed, a tool that is missing is. So a repeated call
is answered from memory, and a tool that was asked the same thing a third time, found
nothing three times, or was called too often, is no longer offered.
"""

from __future__ import annotations

from collections import Counter

from questfoundry.domain.chat.codec import canonical
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.tools import ToolCall

_FOUND_NOTHING = frozenset({ToolStatus.NO_RESULTS, ToolStatus.ERROR, ToolStatus.RATE_LIMITED})


REPEATS, FRUITLESS, CALLS = 2, 3, 8
"""How often a tool may repeat itself, find nothing, and be called, within one turn."""


class LoopGuard:
    """Remembers the calls of one turn and decides which tools have had their say."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], Envelope] = {}
        self._repeats: Counter[tuple[str, str]] = Counter()
        self._fruitless: Counter[str] = Counter()
        self._calls: Counter[str] = Counter()
        self._withdrawn: dict[str, str] = {}

    @property
    def withdrawn(self) -> dict[str, str]:
        """Tools that must no longer be offered, each with the reason."""
        return dict(self._withdrawn)

    def recall(self, call: ToolCall) -> Envelope | None:
        """The answer to the same call made before, or ``None``; counts the repetition."""
        key = _key(call)
        answer = self._answers.get(key)
        if answer is not None:
            self._repeats[key] += 1
            if self._repeats[key] >= REPEATS:
                self._withdrawn.setdefault(call.name, "the same call was repeated")
        return answer

    def learn(self, call: ToolCall, answer: Envelope) -> None:
        """Remember what a call gave."""
        self._answers[_key(call)] = answer
        self._calls[call.name] += 1
        if self._calls[call.name] >= CALLS:
            self._withdrawn.setdefault(call.name, "it was called too often")
        if answer.result in _FOUND_NOTHING:
            self._fruitless[call.name] += 1
            if self._fruitless[call.name] >= FRUITLESS:
                self._withdrawn.setdefault(call.name, "it found nothing several times")


def _key(call: ToolCall) -> tuple[str, str]:
    return call.name, call.malformed or canonical(call.arguments)
