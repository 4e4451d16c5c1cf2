"""Format text safely for the terminal, numbers and books for people, and values as JSON data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from questfoundry.app.run.spend_meter import Ledger
    from questfoundry.app.structure.own_words import WritingProgress
    from questfoundry.domain.chat.usage import Usage
    from questfoundry.domain.events import PromptReadInPart
    from questfoundry.domain.library.book import Book
    from questfoundry.domain.models.settings import Manner
    from questfoundry.domain.story.goal import GoalProgress


_READABLE = 10**15

_CUT = " ..."

# Line breaks and tabs stay. Other control characters can move the cursor or change colours;
# direction marks can disguise a text; a lone surrogate cannot be written at all.
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def clean(text: str) -> str:
    """Return ``text`` without control characters, except line breaks and tabs."""
    return _CONTROL.sub("", text)


def clean_json(document: Any, *, indent: int | None = None) -> str:
    """Return ``document`` as JSON in which all control characters are escaped."""
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def resolve_place(place: str) -> str:
    """Return the absolute path of a file, or ``place`` itself if it is an address."""
    return place if "://" in place else str(Path(place).resolve())


def format_path(path: Path) -> str:
    """Return ``path`` as text; ``postgresql://`` gets back the slash that ``Path`` has removed."""
    return re.sub(r"^(postgres(?:ql)?):/(?=[^/])", r"\1://", str(path))


def folder_of(place: str) -> str:
    """Return the path or address of the folder with the file at ``place``."""
    return place.rpartition("/")[0] if "://" in place else str(Path(place).parent)


def format_count(number: int, noun: str) -> str:
    """Return the number with its noun: ``1 call``, ``2,345 calls``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def describe_untranslated(lines: int, of: int) -> str:
    """Return the sentence for ``lines`` without a translation ``of`` all lines."""
    verb = "has" if lines == 1 else "have"
    return f"{lines:,} of {format_count(of, 'line')} {verb} no translation yet."


def describe_progress(writing: WritingProgress) -> str:
    """Return how far the author has written, in one sentence."""
    texts = format_count(writing.texts, "text")
    more = f" Still to replace: {texts} of the plan, such as titles and labels." * bool(
        writing.texts
    )
    return (
        f"You have written {writing.written} of {format_count(writing.passages, 'passage')}, "
        f"{format_count(writing.words, 'word')}.{more}"
    )


def describe_goal(progress: GoalProgress) -> str:
    """Return how far the author has come towards the goal; empty without a goal."""
    goal, today = progress.goal, max(progress.today, 0)
    parts = (
        f"{today:,} of {format_count(goal.daily, 'word')} today" if goal.daily else "",
        f"{progress.words:,} of {format_count(goal.words, 'word')} in all" if goal.words else "",
    )
    return ", ".join(filter(None, parts))


def format_money(dollars: Decimal | None) -> str:
    """Return an amount in dollars as text; ``None`` means that the cost is unknown."""
    if dollars is None:
        return "cost unknown"
    if not dollars:
        return "no cost"
    return f"${dollars:.2f}" if dollars >= 1 else f"${dollars:.4f}"


def format_changes(stages: Sequence[str]) -> str:
    """Return, as a clause, that the artifacts of ``stages`` have changed."""
    *others, last = (each.upper() for each in stages)
    return f"{', '.join(others)} and {last} have changed" if others else f"{last} has changed"


def join_lines(text: str) -> str:
    """Return ``text`` on one line, with single spaces between words."""
    return " ".join(text.split())


def clip(text: str, cells: int) -> str:
    """Return ``text`` on one line of at most ``cells`` cells, cut between words if possible."""
    from rich.cells import cell_len, set_cell_size

    line = join_lines(text)
    if cell_len(line) <= cells:
        return line
    short = set_cell_size(line, cells - len(_CUT))
    whole_words = short.rpartition(" ")[0]
    return f"{(whole_words if len(whole_words) > len(short) // 2 else short).rstrip()}{_CUT}"


def format_playthroughs(arcs: int) -> str:
    """Return the number of playthroughs: ``8 playthroughs``, ``about 2^103 playthroughs``."""
    if arcs < _READABLE:
        return format_count(arcs, "playthrough")
    return f"{count_of(arcs)} playthroughs"


def count_of(number: int) -> str:
    """Return ``number`` with thousands separators; from 10^15, as the nearest power of two."""
    if number < _READABLE:
        return f"{number:,}"
    power = number.bit_length() - 1
    if number == 1 << power:
        return f"2^{power}"
    rounds_up = number * number >= 1 << (2 * power + 1)
    return f"about 2^{power + rounds_up}"


def format_share(part: int, whole: int) -> str:
    """Return ``part`` as a percentage of ``whole`` with one decimal.

    A percentage above zero is never shown as ``0%``, and one below a hundred never as ``100%``.
    """
    tenths = (2000 * part + whole) // (2 * whole) if whole else 0
    if part and not tenths:
        return "<0.1%"
    if part < whole and tenths == 1000:
        return ">99.9%"
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}%"


def format_usage(ledger: Ledger) -> str:
    """Return the calls, tokens, time and cost of a run."""
    calls, tokens = (
        format_count(ledger.calls, "call"),
        format_count(ledger.usage.total_tokens, "token"),
    )
    about = estimate_mark(ledger.usage)
    return f"{calls}, {about}{tokens}, {ledger.seconds:.1f} s, {about}{format_money(ledger.cost)}"


def estimate_mark(usage: Usage) -> str:
    """Return ``"about "`` if ``usage`` was estimated, not reported by the server, else ``""``."""
    return "about " if usage.estimated else ""


def to_plain(value: Any) -> Any:
    """Convert ``value`` to JSON data: times to ISO text, decimals to floats, paths to text."""
    match value:
        case Enum():
            return value.value
        case Decimal():
            return float(value)
        case datetime():
            return value.isoformat()
        case Path():
            return str(value)
        case Mapping():
            return {str(key): to_plain(each) for key, each in value.items()}
        case list() | tuple() | set() | frozenset():
            return [to_plain(each) for each in value]
        case _ if hasattr(value, "model_dump"):  # importing pydantic here would delay every command
            return value.model_dump(mode="json")
        case _ if attrs.has(type(value)):
            return {
                each.name: to_plain(getattr(value, each.name)) for each in attrs.fields(type(value))
            }
        case _:
            return value


def select_fields(value: Any, *names: str) -> dict[str, Any]:
    """Return the fields and properties of ``value`` with the given names."""
    return {name: getattr(value, name) for name in names}


def usage_document(ledger: Ledger) -> dict[str, Any]:
    """Return the usage of a run as JSON data; an unknown cost is ``null``."""
    return {
        "calls": ledger.calls,
        **select_fields(ledger.usage, "input_tokens", "output_tokens", "estimated"),
        "seconds": round(ledger.seconds, 3),
        "cost": ledger.cost,
    }


def describe_cut(event: PromptReadInPart) -> str:
    """Return a warning that the server may not have read the whole prompt."""
    return (
        f"warning: {event.model} counted {event.read:,} tokens of a prompt with at least "
        f"{event.least:,}. Either the server cut the prompt, and its context window must be "
        "larger, or it does not count what it had cached."
    )


_REFUSED = {
    "temperature": "no temperature",
    "full_schemas": "short schemas of tools",
    "forced_tool_choice": "no forced tool",
    "thinking": "no level of thinking",
    "json_schema": "no JSON schema",
    "tools": "no tools",
    "streaming": "whole answers",
    "seed": "no seed",
    "random_seed": "no seed",
    "stop": "no stop words",
    "stop_sequences": "no stop words",
    "system": "no system message",
}


def format_manner(manner: Manner) -> str:
    """Return, as a short text, the request features that a model's server has refused."""
    return f"asked with {', '.join(_REFUSED.get(each, each) for each in manner.refused)}"


def manners_document(manners: Mapping[str, Manner]) -> dict[str, list[str]]:
    """Return, by model, the names of the request features that its server has refused."""
    return {model: list(manner.refused) for model, manner in manners.items()}


_MOST_CHAPTERS = 5


def format_pages(pages: int, front_pages: int, *, made: bool) -> str:
    """Return the number of pages in words; ``made`` pages were computed by the program."""
    front = f" and {format_count(front_pages, 'page')} before page 1" if front_pages else ""
    return f"{format_count(pages, 'page')}{front}{' (artificial)' if made else ''}"


def list_gaps(book: Book) -> Iterator[str]:
    """Yield a sentence for each kind of part of the book's file that has no text to read."""
    unread = book.unread
    if unread.count:
        pages = book.pages + book.front_pages
        holds = "holds" if unread.count == 1 else "hold"
        yield (
            f"{unread.count:,} of {format_count(pages, 'page')} {holds} pictures but no text, and "
            f"cannot be searched: {unread.pages}. To search them, run a program for text "
            "recognition (OCR) on the file, and add its output."
        )
    if unread.chapters:
        named = ", ".join(map(join_lines, unread.chapters[:_MOST_CHAPTERS]))
        more = len(unread.chapters) - _MOST_CHAPTERS
        yield (
            f"{format_count(len(unread.chapters), 'chapter')} left out, because no text could be "
            f"read: {named}{f' and {more} more' if more > 0 else ''}. Compare the book with its "
            "file."
        )
