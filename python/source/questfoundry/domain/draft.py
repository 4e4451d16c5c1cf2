"""A take: one of several proposals for a stage or a passage, kept until its author chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.summary import Summary


@frozen(kw_only=True)
class Draft:
    """A finished proposal.

    ``id`` is that of the run that made it, as ``take-3``, and ``number`` its place among those that
    were asked for together. ``data`` is the artifact of ``stage`` as plain JSON, or of a
    ``passage`` its prose with what is kept beside it. ``wish`` is what was asked for, ``seed`` what
    its requests had. ``standing`` is the same of what counts now; empty where nothing does.
    ``fresh`` says that it was made from what counts now, and so can be chosen.
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
        """Whether it is what stands now."""
        return self.data == self.current
