"""Share the slots of accounts among all workers that use a database."""

import asyncio
from typing import Any

from questfoundry.domain.protocols.limits import CallRates, CallSlot, CallSlots
from questfoundry.infra.llm.transport.limiting import RENEWAL, seconds_per
from questfoundry.infra.postgres.errors import translate_errors
from questfoundry.infra.postgres.pool import leave_pool, lend_connection, share_pool

_LEASE = 3 * RENEWAL
"""The seconds after which the lease of a worker that died is free."""

_TAKE = "SELECT * FROM qf_limits.take_slot(%s, %s, %s, %s, %s, %s)"
_RENEW = """
    UPDATE qf_limits.leases SET expires_at = clock_timestamp() + make_interval(secs => %s)
    WHERE account = %s AND id = %s
"""
_END = "DELETE FROM qf_limits.leases WHERE account = %s AND id = %s"
_COUNT = """
    UPDATE qf_limits.accounts SET next_token = next_token + make_interval(secs => %s)
    WHERE account = %s
"""
_CLOSE = """
    INSERT INTO qf_limits.accounts AS own (account, closed_until)
    VALUES (%s, clock_timestamp() + make_interval(secs => %s))
    ON CONFLICT (account)
    DO UPDATE SET closed_until = greatest(own.closed_until, excluded.closed_until)
"""
_CLOSURE = """
    SELECT extract(epoch FROM closed_until - clock_timestamp())::float8
    FROM qf_limits.accounts WHERE account = %s AND closed_until > clock_timestamp()
"""


class PostgresCallSlots(CallSlots):
    """The slots of an account, which all workers of a database share, by the database's clock."""

    def __init__(self, url: str, account: str) -> None:
        """Share the pool of connections to ``url``; ``account`` is a digest, never a key."""
        self._url = url
        self._account = account
        self._pool = share_pool(url)

    def close_pool(self) -> None:
        """Leave the pool of connections."""
        leave_pool(self._url)

    async def take(self, rates: CallRates, tokens: int) -> CallSlot:
        pace = seconds_per(rates.calls_per_minute), seconds_per(rates.tokens_per_minute)
        limits = (*pace, tokens, rates.calls_at_once, _LEASE)
        ((wait, is_taken, is_closed, lease),) = await self._execute(_TAKE, self._account, *limits)
        return CallSlot(wait=wait, is_taken=is_taken, is_closed=is_closed, lease=lease)

    async def renew(self, lease: int) -> None:
        await self._execute(_RENEW, _LEASE, self._account, lease)

    async def end(self, lease: int | None, rates: CallRates, tokens: int) -> None:
        if lease is not None:
            await self._execute(_END, self._account, lease)
        if tokens:
            seconds = tokens * seconds_per(rates.tokens_per_minute)
            await self._execute(_COUNT, seconds, self._account)

    async def close(self, seconds: float) -> None:
        await self._execute(_CLOSE, self._account, seconds)

    async def get_closure(self) -> float:
        found = await self._execute(_CLOSURE, self._account)
        return float(found[0][0]) if found else 0.0

    async def _execute(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        # The event loop answers other calls while the database works.
        return await asyncio.to_thread(self._execute_now, sql, parameters)

    def _execute_now(self, sql: str, parameters: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with translate_errors(self._url), lend_connection(self._pool) as connection:
            found = connection.execute(sql.encode(), parameters)
            return found.fetchall() if found.description else []
