"""Remember which leases the current context holds, so that each write can show their tokens."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

from attrs import define, frozen


@frozen
class LeaseKey:
    """A lease of a project: on the project itself (name ``""``) or on one of its runs."""

    url: str
    tenant: str
    project: str
    name: str


@define
class Lease:
    """A lease that a context holds or held; a larger ``token`` belongs to a later holder."""

    token: int
    is_held: bool = True


# Tasks and threads that a holder starts inherit its leases; other work in the process does not.
_LEASES: ContextVar[Mapping[LeaseKey, Lease]] = ContextVar("leases")


def current_leases() -> dict[LeaseKey, Lease]:
    """Return the leases that the current context holds."""
    return {key: lease for key, lease in _LEASES.get({}).items() if lease.is_held}


def add_lease(key: LeaseKey, lease: Lease) -> None:
    """Let the current context, and work that it starts, hold ``lease``."""
    _LEASES.set({**current_leases(), key: lease})
