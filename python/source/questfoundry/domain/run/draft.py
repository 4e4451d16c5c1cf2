"""Define a draft: a proposal for a stage or a passage; the author chooses one of several."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.artifacts.version import Summary


@frozen(kw_only=True)
class Draft:
    """A finished proposal for the artifact of a stage, or for the prose of a passage.

    ``id``: the id of the run that made the draft, such as ``take-3``.
    ``number``: the draft's place among the drafts of one request.
    ``data``: the artifact of ``stage`` as plain JSON, or the prose of ``passage`` with its facts
    and findings.
    ``wish``: the author's note to the model.
    ``seed``: the random seed of the requests, or ``None``.
    ``current``: the accepted artifact or prose in the same form as ``data``; empty if there is no
    accepted one.
    ``fresh``: whether the inputs that the draft was made from are unchanged; if not, the draft
    cannot be chosen.
    """

    id: str
    stage: str
    passage: str = ""
    wish: str = ""
    number: int
    seed: int | None = None
    data: Mapping[str, Any]
    current: Mapping[str, Any]
    summary: Summary = ()
    fresh: bool = True

    @property
    def counts(self) -> bool:
        """Return whether the draft is accepted, that is, equal to the current artifact or prose."""
        return self.data == self.current
