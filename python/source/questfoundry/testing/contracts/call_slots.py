"""Test what the slots of an account must do, wherever they are stored."""

import asyncio
from itertools import pairwise

from questfoundry.domain.protocols.limits import CallRates, CallSlots

_ONE_A_MINUTE = CallRates(calls_per_minute=1)
_TOKENS = CallRates(tokens_per_minute=600)
_TWO_AT_ONCE = CallRates(calls_at_once=2)

# Waits are a minute long, so that a slow machine changes no result.
_MINUTE = range(40, 64)


class CallSlotsContract:
    """The tests for the slots of an account; a subclass adds the fixture ``slots``."""

    async def test_the_first_call_starts_at_once(self, slots: CallSlots) -> None:
        """A call need not wait for an idle account."""
        slot = await slots.take(_ONE_A_MINUTE, 100)

        assert slot.is_taken
        assert slot.wait <= 0.0

    async def test_slots_are_as_far_apart_as_the_rate_demands(self, slots: CallSlots) -> None:
        """Calls of many machines that start together would be refused (TRN-4.1)."""
        taken = await asyncio.gather(*(slots.take(_ONE_A_MINUTE, 0) for _ in range(5)))

        waits = sorted(slot.wait for slot in taken)
        assert all(slot.is_taken for slot in taken)
        assert all(int(b - a) in _MINUTE for a, b in pairwise(waits))

    async def test_tokens_take_time_too(self, slots: CallSlots) -> None:
        """A provider refuses few large calls as it refuses many small calls."""
        await slots.take(_TOKENS, 600)

        assert int((await slots.take(_TOKENS, 0)).wait) in _MINUTE

    async def test_the_tokens_of_the_answer_are_counted(self, slots: CallSlots) -> None:
        """The length of an answer is unknown when its call starts."""
        await slots.take(_TOKENS, 300)
        await slots.end(None, _TOKENS, 300)

        assert int((await slots.take(_TOKENS, 0)).wait) in _MINUTE

    async def test_no_more_calls_than_allowed_run_at_once(self, slots: CallSlots) -> None:
        """A call that ends gives its lease to the next call."""
        taken = await asyncio.gather(*(slots.take(_TWO_AT_ONCE, 0) for _ in range(5)))
        leases = [slot.lease for slot in taken if slot.is_taken]
        assert len(leases) == 2
        assert not any(slot.is_closed for slot in taken)

        for lease in leases[:1]:
            assert lease is not None
            await slots.renew(lease)
            await slots.end(lease, _TWO_AT_ONCE, 0)

        assert (await slots.take(_TWO_AT_ONCE, 0)).is_taken
        assert not (await slots.take(_TWO_AT_ONCE, 0)).is_taken

    async def test_a_closed_account_gives_no_slots(self, slots: CallSlots) -> None:
        """A refusal in one place stops the calls in all places. A shorter one opens nothing."""
        assert await slots.get_closure() == 0.0
        await slots.close(60.0)
        await slots.close(1.0)

        slot = await slots.take(CallRates(), 0)

        assert (slot.is_closed, slot.is_taken) == (True, False)
        assert int(slot.wait) in _MINUTE
        assert int(await slots.get_closure()) in _MINUTE

    async def test_a_longer_refusal_keeps_an_account_closed_longer(self, slots: CallSlots) -> None:
        """A second machine may be refused for longer than the first."""
        await slots.close(1.0)
        await slots.close(60.0)

        assert int(await slots.get_closure()) in _MINUTE

    async def test_without_known_limits_no_call_waits(self, slots: CallSlots) -> None:
        """Unknown rates are learnt elsewhere."""
        taken = [await slots.take(CallRates(), 1_000) for _ in range(3)]

        assert all(slot.is_taken and slot.wait <= 0.0 and slot.lease is None for slot in taken)
