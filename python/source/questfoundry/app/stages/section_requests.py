"""The requests for the sections of a stage, one after the other."""

from typing import Any

from questfoundry.app.stages.section import Section, SectionFlow
from questfoundry.domain.field_types import Artifact


class SectionRequests:
    """A driver of a stage's generator ``flow``, which stops at each section to be requested.

    ``section`` is the section to request, or ``None`` once the stage has finished its
    ``artifact``. ``count`` is the number of sections with a result. A preset section is answered
    without a request. If ``is_batching`` is true, the joined form of a section is requested where
    there is one; the parts of its answer then answer the later sections by name.
    """

    def __init__(self, flow: SectionFlow, *, is_batching: bool) -> None:
        self.section: Section[Any] | None = None
        self.count = 0
        self._flow = flow
        self._is_batching = is_batching
        self._artifact: Artifact | None = None
        self._pending = ""
        self._parts: dict[str, Artifact] = {}
        self._advance(None)

    @property
    def artifact(self) -> Artifact:
        """The finished artifact; raise ``RuntimeError`` while a section waits for its answer."""
        if self._artifact is None:
            raise RuntimeError(f"The section {self._pending!r} has no answer yet.")
        return self._artifact

    def submit(self, answer: Artifact) -> None:
        """Accept ``answer`` to ``section``, and continue to the next section to request."""
        if self.section is None:
            raise RuntimeError("All sections are answered.")
        self._parts.update(self.section.results_from(answer))
        self.count += 1
        self._advance(self._parts.pop(self._pending))

    def _advance(self, result: Artifact | None) -> None:
        self.section = None
        try:
            section = self._flow.send(result)
            while known := self._parts.pop(section.name, section.preset):
                self.count += 1
                section = self._flow.send(known)
        except StopIteration as finished:
            self._artifact = finished.value
            return
        joined = section.joined() if self._is_batching and section.joined else None
        self._pending, self.section = section.name, joined or section
