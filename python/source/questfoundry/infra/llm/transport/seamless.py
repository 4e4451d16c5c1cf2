"""Streamed text across retries: a watcher reads one answer, not the beginnings of several."""

from __future__ import annotations

from questfoundry.domain.protocols.chat_provider import TextSink


class SeamlessText:
    """Passes text on, and after a restart only what is new.

    While a repeated answer begins as the broken one did, its text is held back, and what
    goes beyond is passed on. Where it differs, a line break follows what was shown, then
    the repeated answer in full.
    """

    def __init__(self, sink: TextSink) -> None:
        self._sink = sink
        self._shown: list[str] = []
        self._repeated: str | None = None

    def __call__(self, piece: str) -> None:
        """Take the next piece of the present answer."""
        if self._repeated is None:
            self._show(piece)
            return
        self._repeated += piece
        shown = "".join(self._shown)
        if self._repeated.startswith(shown):
            new, self._repeated = self._repeated[len(shown) :], None
            self._show(new)
        elif not shown.startswith(self._repeated):
            self._replace()

    def restart(self) -> None:
        """The answer broke off and is asked for again."""
        if self._shown:
            self._repeated = ""

    def finish(self) -> None:
        """The answer is complete; one shorter than what was shown is shown by itself."""
        if self._repeated:
            self._replace()

    def _replace(self) -> None:
        self._sink("\n")
        self._shown, text, self._repeated = [], self._repeated, None
        self._show(text or "")

    def _show(self, piece: str) -> None:
        if piece:
            self._shown.append(piece)
            self._sink(piece)
