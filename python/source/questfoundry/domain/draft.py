"""A draft: one of several proposals for a stage or a passage, stored until the author chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.summary import Summary


@frozen(kw_only=True)
class Draft:
    """A finished proposal for the artifact of a stage, or for the prose of a passage.

    ``id`` is the id of the run that made the draft, such as ``take-3``; ``number`` is its place
    among the drafts of one request. ``data`` is the artifact of ``stage`` as plain JSON, or the
    prose of ``passage`` with its facts and findings. ``wish`` is the author's note to the model,
    ``seed`` the random seed of its requests. ``current`` is the accepted artifact or prose in the
    same form, or empty. ``fresh`` is false if the inputs have changed since, so that the draft
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
        """Return whether the draft equals the accepted artifact or prose."""
        return self.data == self.current
