"""Repairing an answer: what was tried, and how a correction joins what was valid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.faults import Fault


@frozen(kw_only=True)
class Attempt:
    """One attempt at an artifact; ``submitted`` is ``None`` where the model gave no payload."""

    number: int
    submitted: Mapping[str, Any] | None
    faults: tuple[Fault, ...]
    text: str = ""
