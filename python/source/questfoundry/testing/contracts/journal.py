"""Test what every journal, the record of a run's model calls and their answers, must do."""

from datetime import UTC, datetime
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.chat.usage import LARGEST_COUNT, Usage
from questfoundry.domain.errors import StoreError, UsageError
from questfoundry.domain.protocols.runs import Journal
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey, PaidUsage
from questfoundry.testing.contracts import HOSTILE_TEXTS, run_at_once


class JournalContract:
    """The tests for journals; a subclass adds a fixture ``journal``, an empty journal."""

    def test_an_entry_is_found_as_it_was_recorded(self, journal: Journal) -> None:
        """An entry is found under its key exactly as it was recorded (JRN-1.1)."""
        entry = an_entry()

        journal.record(entry)

        assert journal.find(entry.key) == entry

    def test_the_order_of_keys_in_an_answer_survives(self, journal: Journal) -> None:
        """The order of the keys in a recorded answer is preserved (JRN-1.1)."""
        entry = an_entry(response={"z": 1, "a": {"second": 2, "first": 1}})

        journal.record(entry)

        found = journal.find(entry.key)
        assert found is not None
        assert list(found.response) == ["z", "a"]
        assert list(found.response["a"]) == ["second", "first"]

    @pytest.mark.parametrize(
        "other",
        [
            {"run_id": "dream-2"},
            {"kind": EntryKind.TOOL_RESULT},
            {"scope": "summarize"},
            {"digest": "cd"},
            {"occurrence": 1},
        ],
    )
    def test_an_entry_is_not_found_under_another_key(
        self, journal: Journal, other: dict[str, Any]
    ) -> None:
        entry = an_entry()
        journal.record(entry)

        assert journal.find(evolve(entry.key, **other)) is None

    def test_a_key_is_recorded_once(self, journal: Journal) -> None:
        """Recording a second entry with the same key is an error."""
        first = an_entry(response={"text": "first"})
        journal.record(first)

        with pytest.raises(UsageError, match="recorded already"):
            journal.record(an_entry(response={"text": "second"}))

        assert journal.find(first.key) == first

    def test_an_equal_entry_may_be_recorded_again(self, journal: Journal) -> None:
        """Recording an equal entry again is no error: the store may have failed to answer."""
        journal.record(an_entry())
        journal.record(an_entry())

        assert list(journal.entries("dream-1")) == [an_entry()]

    def test_entries_of_a_run_come_in_the_order_of_recording(self, journal: Journal) -> None:
        """The entries of a run are listed in the order of recording."""
        mine = [an_entry(digest=digest) for digest in ("c", "a", "b")]
        for entry in mine:
            journal.record(entry)
            journal.record(evolve(entry, key=evolve(entry.key, run_id="dream-2")))

        assert list(journal.entries("dream-1")) == mine
        assert list(journal.entries("dream-3")) == []

    def test_the_last_answer_is_set_aside_and_stays_paid_for(self, journal: Journal) -> None:
        """A run's last model answer can be hidden from ``find``; its cost counts (JRN-7.1)."""
        first, second = an_entry(digest="a"), an_entry(digest="b")
        line = evolve(second, key=evolve(second.key, kind=EntryKind.AUTHOR_LINE))
        for entry in (first, second, line):
            journal.record(entry)

        assert journal.set_aside("dream-1")
        assert journal.find(second.key) is None
        assert journal.find(line.key) == line
        journal.record(second)
        assert journal.set_aside("dream-1")
        assert journal.set_aside("dream-1")
        assert not journal.set_aside("dream-1")
        kinds = [entry.key.kind for entry in journal.entries("dream-1")]
        assert kinds.count(EntryKind.UNUSED_ANSWER) == 3
        assert sum(entry.usage.total_tokens for entry in journal.entries("dream-1")) == 60

    def test_paid_usage_is_listed_without_texts(self, journal: Journal) -> None:
        """The token usage of the given runs is listed; other runs are left out."""
        first, second = an_entry(digest="a"), an_entry(digest="b")
        other = evolve(first, key=evolve(first.key, run_id="dream-2"))
        line = evolve(first, key=evolve(first.key, kind=EntryKind.AUTHOR_LINE))
        long = evolve(an_entry(digest="c"), usage=Usage(input_tokens=9_000, output_tokens=2**63))
        longer = evolve(long, key=evolve(long.key, digest="d"))
        for entry in (first, line, second, other, long, longer):
            journal.record(entry)

        used = [each.usage for each in journal.list_paid(["dream-1", "dream-3"])]
        assert sum(each.calls for each in used) == 4
        little = [each for each in used if each.input_tokens < 100]
        assert sum(each.total_tokens for each in little) == 2 * first.usage.total_tokens
        assert sum(each.input_tokens for each in used) == 2 * 12 + 2 * 9_000

    def test_what_is_not_json_is_refused_whole(self, journal: Journal) -> None:
        entry = an_entry(response={"text": "fine", "when": datetime(2030, 1, 1, tzinfo=UTC)})

        with pytest.raises(UsageError, match="JSON"):
            journal.record(entry)

        assert journal.find(entry.key) is None

    def test_half_a_surrogate_pair_from_a_model_is_kept(self, journal: Journal) -> None:
        """An answer with half a surrogate pair, a broken character, is kept as it is (JRN-1.1)."""
        entry = an_entry(response={"text": "broken \ud83d emoji", "whole": "🌊"})

        journal.record(entry)

        assert journal.find(entry.key) == entry

    @pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS)
    def test_texts_of_others_are_kept_or_refused_whole(self, journal: Journal, text: str) -> None:
        """Requests and answers keep any text; a key or a model name may raise an error instead."""
        entry = evolve(an_entry(response={"text": text, text: [text]}), request={"said": text})
        journal.record(entry)
        assert journal.find(entry.key) == entry

        named = evolve(an_entry(digest="b"), model=text)
        named = evolve(named, key=evolve(named.key, scope=text))
        try:
            journal.record(named)
        except StoreError:
            assert list(journal.entries("dream-1")) == [entry]
        else:
            assert journal.find(named.key) == named
            assert [each.calls for each in map(_usage, journal.list_paid(["dream-1"]))] == [1, 1]

    def test_two_threads_record_each_entry_once(self, journal: Journal) -> None:
        """Threads of one run may store equal and different answers at the same time."""
        entries = [an_entry(digest=str(number // 4)) for number in range(40)]

        run_at_once(lambda number: journal.record(entries[number]))

        assert len(journal.entries("dream-1")) == 10
        assert sum(each.usage.calls for each in journal.list_paid(["dream-1"])) == 10

    def test_counts_of_tokens_come_back_as_they_were(self, journal: Journal) -> None:
        """Costs are computed from these counts, up to the largest that is stored."""
        counts = Usage(
            input_tokens=LARGEST_COUNT, output_tokens=0, cached_tokens=2**31, estimated=True
        )
        entry = evolve(an_entry(), usage=counts, seconds=0.1 + 0.2)
        journal.record(entry)

        (found,) = journal.entries("dream-1")
        assert found == entry
        assert found.usage.estimated is True
        assert [each.usage for each in journal.list_paid(["dream-1"])] == [counts]


def _usage(paid: PaidUsage) -> Usage:
    return paid.usage


def an_entry(*, digest: str = "ab", response: dict[str, Any] | None = None) -> JournalEntry:
    """Return a journal entry for a model call of the run ``dream-1``.

    Entries with the same ``digest`` have the same key.
    """
    return JournalEntry(
        key=JournalKey(
            run_id="dream-1",
            kind=EntryKind.MODEL_CALL,
            scope="discuss",
            digest=digest,
            occurrence=0,
        ),
        request={"messages": [{"role": "user", "content": "A drowned city.\n"}]},
        response={"text": "Tell me more."} if response is None else response,
        model="ollama/qwen3:8b",
        usage=Usage(input_tokens=12, output_tokens=3, cached_tokens=4),
        seconds=1.25,
        recorded_at=datetime(2030, 1, 1, 12, 30, 15, 250_000, tzinfo=UTC),
    )
