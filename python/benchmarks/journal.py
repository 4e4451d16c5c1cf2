"""Measure the time that the journal takes for each model call: one look-up and one record.

Run ``python python/benchmarks/journal.py [URL...]``. Without a URL, a private server with durable
commits is started. Each URL is that of a database, which gets the tables if it has none. The
records have the sizes of those in ``examples/forty-asleep``.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey
from questfoundry.infra.postgres.address import parse_address, public_name
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.migrations import upgrade
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql import SqlDatabase
from questfoundry.infra.storage.sql_journal import SqlJournal
from tests.support.checkout import ROOT
from tests.support.postgres import PostgresServer

RECORDS = 2_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        report("SQLite", Database(Path(folder) / "story.db"))
    with database_urls() as urls:
        for url in urls:
            upgrade(url)
            report(public_name(url), PostgresDatabase(parse_address(f"{url}/{uuid4().hex}")))


@contextmanager
def database_urls() -> Iterator[list[str]]:
    if sys.argv[1:]:
        yield sys.argv[1:]
        return
    server = PostgresServer(Path(tempfile.mkdtemp()), settings=("fsync=on",))
    server.create()
    try:
        yield [server.create_database()]
    finally:
        server.remove()


def report(name: str, database: SqlDatabase) -> None:
    journal, seconds = SqlJournal(database), []
    for entry in islice(entries(), RECORDS):
        start = time.perf_counter()
        journal.find(entry.key)
        journal.record(entry)
        seconds.append(time.perf_counter() - start)
    database.close()
    hundredths = statistics.quantiles(seconds, n=100)
    print(f"{name}: p50 {hundredths[49] * 1e3:.1f} ms, p99 {hundredths[98] * 1e3:.1f} ms")


def entries() -> Iterator[JournalEntry]:
    recording = (ROOT / "examples/forty-asleep/recording.jsonl").read_text("utf-8")
    recorded: list[dict[str, Any]] = [json.loads(line) for line in recording.splitlines()]
    calls = [each for each in recorded if "request" in each]
    for number, call in enumerate(cycle(calls)):
        yield JournalEntry(
            key=JournalKey(
                run_id=f"fill-{number // 100}",
                kind=EntryKind.MODEL_CALL,
                scope="write",
                digest=uuid4().hex,
                occurrence=0,
            ),
            request={"messages": call["request"]},
            response={"body": call["response"]},
            model="ollama/qwen3:8b",
            usage=Usage(input_tokens=9_000, output_tokens=700),
            seconds=12.5,
            recorded_at=datetime.now(UTC),
        )


if __name__ == "__main__":
    main()
