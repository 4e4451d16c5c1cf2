"""Keeps a model's thinking out of its answer where a server leaves it in the text."""

from __future__ import annotations

_OPENING = "<think>"
_CLOSING = "</think>"


class ThoughtFilter:
    """Passes on the text of an answer without a block of thoughts at its beginning."""

    def __init__(self) -> None:
        self._held = ""
        self._past = False

    def feed(self, piece: str) -> str:
        """What can be passed on now; text that may yet be a thought is held."""
        if self._past:
            return piece
        self._held += piece
        start = self._held.lstrip()
        if not start.startswith(_OPENING):
            if _OPENING.startswith(start):
                return ""
            return self._release(self._held)
        _, _, answer = start.partition(_CLOSING)
        return self._release(answer.lstrip()) if answer.strip() else ""

    def rest(self) -> str:
        """What was held at the end and is no thought."""
        is_thought = self._held.lstrip().startswith(_OPENING)
        return self._release("" if is_thought else self._held)

    def _release(self, text: str) -> str:
        self._past = True
        self._held = ""
        return text
