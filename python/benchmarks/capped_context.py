"""Measure how long a capped context of 100,000 stored messages takes, against reading them all.

Run ``python python/benchmarks/capped_context.py``. The times are medians. The aim is 1 ms, however
many messages are stored.
"""

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from questfoundry.app.context import FullHistoryContextStrategy
from questfoundry.domain.chat.messages import ChatMessage, Conversation, assistant, user
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_conversations import (
    SqlChatMessageRepository,
    SqlConversationRepository,
)

STORED = 100_000
CAP = 20
ROUNDS = 200
WORDS = 80
AIM = 0.001


def main() -> None:
    with TemporaryDirectory() as folder:
        database = Database(Path(folder) / "story.db")
        messages = _store(database)
        full = FullHistoryContextStrategy(max_messages=CAP)
        everything = _median(
            lambda: full.build_context(messages.get_by_conversation("long"), "system"), rounds=3
        )
        print(f"{STORED:,} stored messages, {CAP} kept; the aim is {AIM * 1000:.1f} ms")
        for conversation in ("long", "short"):
            seconds = _median(
                lambda conversation=conversation: full.build_context(
                    messages.get_by_conversation(conversation, newest=CAP), "system"
                ),
                rounds=ROUNDS,
            )
            print(
                f"newest of the {conversation:5} one: {seconds * 1000:6.3f} ms, "
                f"{seconds / AIM:.2f} of the aim, "
                f"{seconds / everything:.5f} of reading all"
            )
        database.close()


def _store(database: Database) -> SqlChatMessageRepository:
    conversations = SqlConversationRepository(database)
    messages = SqlChatMessageRepository(database)
    for name, length in (("long", STORED), ("short", CAP)):
        conversations.save(Conversation(id=name, subject="benchmark"))
        with database.transaction():
            for position in range(length):
                text = f"{position}: " + "a word of the tide\n" * (WORDS // 4)
                messages.save(
                    ChatMessage(
                        conversation_id=name,
                        position=position,
                        message=assistant(text) if position % 2 else user(text),
                    )
                )
    return messages


def _median(build: Callable[[], object], *, rounds: int) -> float:
    seconds = []
    for _ in range(rounds):
        started = time.perf_counter()
        build()
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


if __name__ == "__main__":
    main()
