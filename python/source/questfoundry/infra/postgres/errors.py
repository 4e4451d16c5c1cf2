"""Translate the errors of PostgreSQL into those of a store, in one place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout, TooManyRequests

from questfoundry.domain.errors import StoreError, StoreLockedError, StoreTakenOverError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.postgres.address import hide_password, public_name
from questfoundry.infra.storage.sql import ConstraintError

_LEASE_LOST = "QF001"  # raised by qf.begin_write
_UNREACHABLE = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
)
_WITHOUT_TABLES = (errors.UndefinedTable, errors.UndefinedFunction, errors.InvalidSchemaName)


@contextmanager
def translate_errors(url: str) -> Iterator[None]:
    """Raise ``StoreError`` or ``ConstraintError`` for the errors of psycopg in the block."""
    try:
        yield
    except errors.IntegrityError as problem:
        raise ConstraintError(str(problem)) from problem
    except (psycopg.Error, UnicodeEncodeError) as problem:
        raise to_store_error(problem, url) from problem


def to_store_error(problem: psycopg.Error | UnicodeEncodeError, url: str) -> StoreError:
    """Return the error of the store for ``problem``, in words and without a password."""
    name = f"The database {public_name(url)!r}"
    reason = _reason(problem, url)
    match problem:
        case psycopg.Error(sqlstate=state) if state == _LEASE_LOST:
            return StoreTakenOverError(
                f"{name} refuses to write: another process has taken over this project, because "
                "this process did not answer for too long. Nothing was written. Run this again."
            )
        case errors.LockNotAvailable():
            return StoreLockedError(
                f"Another process has been writing to the project in {name[4:]} for too long. "
                "Wait for it or stop it, then run this command again."
            )
        case errors.DiskFull():
            return StoreError(
                f"{name} cannot grow: its disk is full. Data stored before is safe. "
                "Free some space, then run this command again."
            )
        case errors.ReadOnlySqlTransaction():
            return StoreError(
                f"{name} cannot be written: the server is read-only. "
                "Give the address of the primary server."
            )
        case PoolTimeout() | TooManyRequests() | errors.TooManyConnections():
            return StoreError(
                f"{name} has no free connection: it does not answer, or too many programs use it. "
                "Check that the server runs, then run this command again."
            )
        case _ if isinstance(problem, _WITHOUT_TABLES):
            return StoreError(
                f"{name} has no tables of QuestFoundry, or old ones ({reason}).",
                remedies=(SimpleAction.UPGRADE_DATABASE,),
            )
        case errors.InsufficientPrivilege():
            return StoreError(
                f"{name} refuses this user: {reason}. Let an administrator create the roles qf_app "
                "and qf_worker if they are missing, and grant them to the user."
            )
        case errors.DataError() | UnicodeEncodeError():
            return StoreError(
                f"{name} cannot store this text or number: {reason}. "
                "Remove broken and invisible characters from it."
            )
        case errors.OperationalError() | errors.InterfaceError():
            return StoreError(
                f"{name} cannot be reached: {reason}. "
                "Check its address, and that the server runs, then run this command again."
            )
        case _:
            return StoreError(f"{name} cannot be used: {reason}. Check the server's log.")


def is_broken(problem: psycopg.Error) -> bool:
    """Return whether the connection is gone, so that another connection may still work."""
    lost = isinstance(problem, errors.OperationalError | errors.InterfaceError)
    waited = isinstance(problem, PoolTimeout)
    return isinstance(problem, _UNREACHABLE) or (lost and not waited and problem.sqlstate is None)


def _reason(problem: Exception, url: str) -> str:
    first = str(problem).partition("\n")[0].strip().rstrip(".")
    return hide_password(first, url) or type(problem).__name__
