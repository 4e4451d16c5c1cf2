"""Stop a model from repeating tool calls endlessly.

A model may ignore a text that tells it to stop, but it cannot call a tool that is not offered. A
repeated call therefore gets the stored answer of the first call. A tool is withdrawn, that is, no
longer offered, after too many repeated calls, calls without a useful result, or calls in total.
"""

from collections import Counter

from questfoundry.domain.chat.codec import to_canonical_json
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.messages import ToolCall

_FRUITLESS_STATUSES = frozenset({ToolStatus.NO_RESULTS, ToolStatus.ERROR, ToolStatus.RATE_LIMITED})


MAX_REPEATS, MAX_FRUITLESS = 2, 3
"""Repeated and fruitless calls in one conversation after which a tool is withdrawn."""

MAX_CALLS_PER_TURN, MAX_CALLS_PER_TALK = 8, 24
"""Calls in one turn, and in one conversation, after which a tool is withdrawn."""


class LoopGuard:
    """A counter of a conversation's tool calls that decides which tools are no longer offered."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], Envelope] = {}
        self._repeats: Counter[tuple[str, str]] = Counter()
        self._fruitless: Counter[str] = Counter()
        self._calls: Counter[str] = Counter()
        self._all_calls: Counter[str] = Counter()

    @property
    def withdrawal_reasons(self) -> dict[str, str]:
        """The reasons why tools must not be offered now, by tool name."""
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
        """Reset the number of calls that each tool has received in the current turn."""
        self._calls.clear()

    def find_answer(self, call: ToolCall) -> Envelope | None:
        """Return the answer to an earlier equal call, and count ``call`` as a repetition."""
        key = _key(call)
        answer = self._answers.get(key)
        if answer is not None:
            self._repeats[key] += 1
        return answer

    def admit_call(self, call: ToolCall) -> str | None:
        """Count ``call`` and return ``None``, or return the reason why its tool is withdrawn."""
        reason = self.withdrawal_reasons.get(call.name)
        if reason is None:
            self._calls[call.name] += 1
            self._all_calls[call.name] += 1
        return reason

    def remember_answer(self, call: ToolCall, answer: Envelope) -> None:
        """Store ``answer`` for later calls that are equal to ``call``."""
        self._answers[_key(call)] = answer
        if answer.result in _FRUITLESS_STATUSES:
            self._fruitless[call.name] += 1


def _key(call: ToolCall) -> tuple[str, str]:
    return call.name, call.malformed or to_canonical_json(call.arguments)
