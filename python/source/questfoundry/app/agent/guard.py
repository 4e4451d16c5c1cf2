"""The guard of the tool loop: it ends calling in circles without asking the model to.

Advice in text is not obeyed, a tool that is missing is. So a repeated call
is answered from memory, and a tool that was asked the same thing a third time, found
nothing three times, or was called too often, is no longer offered.
"""

from __future__ import annotations

from collections import Counter

from questfoundry.domain.chat.codec import to_canonical_json
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.tools import ToolCall

_FRUITLESS_STATUSES = frozenset({ToolStatus.NO_RESULTS, ToolStatus.ERROR, ToolStatus.RATE_LIMITED})


MAX_REPEATS, MAX_FRUITLESS = 2, 3
"""How often a tool may repeat a call, and find nothing, within one talk."""

MAX_CALLS_PER_TURN, MAX_CALLS_PER_TALK = 8, 24
"""How often a tool may be called within one turn, and within one talk."""


class LoopGuard:
    """Remembers the calls of a talk and decides which tools have had their say."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], Envelope] = {}
        self._repeats: Counter[tuple[str, str]] = Counter()
        self._fruitless: Counter[str] = Counter()
        self._calls: Counter[str] = Counter()
        self._all_calls: Counter[str] = Counter()

    @property
    def withdrawal_reasons(self) -> dict[str, str]:
        """Tools that must no longer be offered, each with the reason."""
        often = {name for name, count in self._calls.items() if count >= MAX_CALLS_PER_TURN}
        often |= {name for name, count in self._all_calls.items() if count >= MAX_CALLS_PER_TALK}
        return {
            **dict.fromkeys(sorted(often), "it was called too often"),
            **{
                name: "it found nothing several times"
                for name, count in self._fruitless.items()
                if count >= MAX_FRUITLESS
            },
            **{
                name: "the same call was repeated"
                for (name, _), count in self._repeats.items()
                if count >= MAX_REPEATS
            },
        }

    def begin_turn(self) -> None:
        """A tool that was called too often in one turn is offered in the next one again."""
        self._calls.clear()

    def find_answer(self, call: ToolCall) -> Envelope | None:
        """The answer to the same call made before, or ``None``; counts the repetition."""
        key = _key(call)
        answer = self._answers.get(key)
        if answer is not None:
            self._repeats[key] += 1
        return answer

    def admit_call(self, call: ToolCall) -> str | None:
        """Count a new call, or give the reason why it is not made."""
        reason = self.withdrawal_reasons.get(call.name)
        if reason is None:
            self._calls[call.name] += 1
            self._all_calls[call.name] += 1
        return reason

    def remember_answer(self, call: ToolCall, answer: Envelope) -> None:
        """Remember what a call gave."""
        self._answers[_key(call)] = answer
        if answer.result in _FRUITLESS_STATUSES:
            self._fruitless[call.name] += 1


def _key(call: ToolCall) -> tuple[str, str]:
    return call.name, call.malformed or to_canonical_json(call.arguments)
