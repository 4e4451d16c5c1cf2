"""Passages as a model is shown them: each below a label with its pages.

What was shown is read back from the same text, so that a conversation which is stored knows
which pages an answer may name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from questfoundry.domain.chat.envelope import MAX_TEXT
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.library.book import Chunk

SEARCH_BOOK = "search_book"
"""The tool whose results hold passages."""

_BETWEEN = "\n\n"
_LABEL = re.compile(r"\[(Pages \d+-\d+)\]")
_PASSAGE = re.compile(r"\[Pages (\d+)-(\d+)\]\n(.*)", re.DOTALL)
_BLANK_LINES = re.compile(r"\n\s*\n")


@frozen
class Passage:
    """Words of a book, and the pages that they stand on."""

    first_page: int
    last_page: int
    text: str


def labelled(chunks: Iterable[Chunk], room: int = MAX_TEXT) -> str:
    """Each chunk below ``[Pages X-Y]``, with blank lines between: as many as there is room for.

    ``room`` is in characters. A book may hold what looks like a label; it is not one here.
    """
    shown = ""
    for chunk in chunks:
        words = _LABEL.sub(r"(\1)", _BLANK_LINES.sub("\n", chunk.text.strip()))
        passage = f"[Pages {chunk.first_page}-{chunk.last_page}]\n{words}"
        longer = f"{shown}{_BETWEEN}{passage}" if shown else passage[:room]
        if len(longer) > room:
            break
        shown = longer
    return shown


def passages_in(data: str) -> list[Passage]:
    """What :func:`labelled` made a text of."""
    found = (_PASSAGE.fullmatch(part) for part in data.split(_BETWEEN))
    return [Passage(int(each[1]), int(each[2]), each[3]) for each in found if each]


def shown_in(message: Message) -> list[Passage]:
    """The passages that a search gave the model; none where the message is no such result."""
    if message.role is not Role.TOOL_RESULT or message.tool_name != SEARCH_BOOK:
        return []
    try:
        document = json.loads(message.content)
    except ValueError:
        return []
    data = document.get("data") if isinstance(document, dict) else None
    return passages_in(data) if isinstance(data, str) else []


def shown(messages: Sequence[Message]) -> list[Passage]:
    """All passages in those messages, first shown first."""
    return [passage for message in messages for passage in shown_in(message)]


def up_to(message: Message, horizon: int | None) -> Message:
    """The message without passages beyond the horizon, for a reader who has turned back."""
    found = shown_in(message)
    if horizon is None or all(each.last_page <= horizon for each in found):
        return message
    document = json.loads(message.content)
    document["data"] = joined(each for each in found if each.last_page <= horizon)
    return evolve(message, content=json.dumps(document, ensure_ascii=False))


def joined(passages: Iterable[Passage]) -> str:
    """Passages as :func:`labelled` writes them."""
    return _BETWEEN.join(
        f"[Pages {each.first_page}-{each.last_page}]\n{each.text}" for each in passages
    )
