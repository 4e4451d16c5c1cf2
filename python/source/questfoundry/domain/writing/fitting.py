"""The shortening of a briefing to a number of tokens, the least important parts first.

The order is: older passages, one at a time, down to the nearest; unexplored answers; excerpts of
conditional text; the text of a variant; permanent facts; entity states; the nearest passage, down
to its end; conditional facts, unless the passage is an ending. Beats, entities, traces, questions,
choices, and everything that an ending has to answer are never cut.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from attrs import evolve, fields, frozen, has

from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.fact import FactKind, exclude_facts, quote_inserts

_ELLIPSIS = "…"
_CHARACTERS_OF_A_WORD = 6


def beginning_of(text: str, words: int) -> str:
    """Return the first ``words`` words of ``text``, with line breaks, and an ellipsis after a cut.

    A text of very long words is cut earlier.
    """
    parts = text.split(maxsplit=words)
    rest = len(parts[words]) if len(parts) > words else 0
    end = min(len(text) - rest, words * 2 * _CHARACTERS_OF_A_WORD)
    return text if end >= len(text) else f"{text[:end].rstrip()} {_ELLIPSIS}"


def end_of(text: str, words: int) -> str:
    """Return the last ``words`` words of ``text``, with line breaks, and an ellipsis before a cut.

    A text of very long words is cut to fewer words.
    """
    start = max(0, len(text) - words * 2 * _CHARACTERS_OF_A_WORD)
    parts = text[start:].rsplit(maxsplit=words)
    if len(parts) > words:
        start += len(parts[0])
    return text if start <= 0 else f"{_ELLIPSIS} {text[start:].lstrip()}"


def cut_in_the_middle(text: str, words: int) -> str:
    """Return the first and the last ``words`` words of ``text``.

    Return the whole text if it has at most three times as many words.
    """
    if len(text.split()) <= 3 * words:
        return text
    first, last = beginning_of(text, words), end_of(text, words).removeprefix(f"{_ELLIPSIS} ")
    return text if len(first) + len(last) >= len(text) else f"{first} {last}"


NEAREST_WORDS = 60
"""The number of words kept of the nearest passage, if even this passage is cut."""


@frozen
class FittedBriefing:
    """A briefing that was shortened to fit, and a list of the removed parts for the author."""

    briefing: Briefing
    left_out: tuple[str, ...] = ()


def fit_to_window(briefing: Briefing, tokens: int) -> FittedBriefing:
    """Shorten the briefing until it has at most ``tokens`` tokens, or nothing more can be cut."""
    left_out: dict[str, None] = {}
    for description, cut in _list_cuts(briefing):
        if tokens_of(briefing) <= tokens:
            break
        shorter = cut(briefing)
        if shorter != briefing:
            left_out[description] = None
        briefing = shorter
    return FittedBriefing(briefing, tuple(left_out))


def tokens_of(value: Any) -> int:
    """Return the estimated tokens of all strings in ``value`` and its nested attrs objects."""
    tokens, waiting = 0, [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            tokens += estimate_tokens(each)
        elif isinstance(each, tuple):
            waiting += each
        elif each:
            kind: type = type(each)
            waiting += [getattr(each, name) for name in _field_names(kind)]
    return tokens


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind)) if has(kind) else ()


_Cut = tuple[str, Callable[[Briefing], Briefing]]


def _list_cuts(briefing: Briefing) -> Iterator[_Cut]:
    yield from [
        ("earlier passages before the nearest", lambda each: evolve(each, before=each.before[1:]))
    ] * (len(briefing.before) - 1)
    yield "unexplored answers", lambda each: evolve(each, unexplored_answers=())
    yield "excerpts of conditional text", lambda each: add_read_inserts(each, {})
    yield (
        "the text of the same moments for other players",
        lambda each: evolve(each, variant=each.variant and evolve(each.variant, text="")),
    )
    yield (
        "facts from earlier prose",
        lambda each: evolve(each, entities=tuple(evolve(one, facts=()) for one in each.entities)),
    )
    yield "the latest states of people and things", lambda each: evolve(each, entity_states=())
    yield "all but the end of the nearest passage", _shorten_nearest
    if not briefing.ending:
        yield (
            "facts that hold for some players only",
            lambda each: evolve(each, facts=exclude_facts(each.facts, FactKind.DECISION)),
        )


def add_read_inserts(briefing: Briefing, excerpts: Mapping[str, str]) -> Briefing:
    """Return ``briefing`` with excerpts of the conditional texts that players have read.

    ``excerpts`` maps the names of conditional texts to excerpts of the latest such text.
    """
    return evolve(
        briefing,
        facts=quote_inserts(briefing.facts, excerpts),
        minor_choices=tuple(
            evolve(
                group,
                minor_choices=tuple(
                    evolve(each, read=excerpts.get(each.name, "")) for each in group.minor_choices
                ),
            )
            for group in briefing.minor_choices
        ),
    )


def _shorten_nearest(briefing: Briefing) -> Briefing:
    return evolve(
        briefing,
        before=tuple(
            evolve(each, text=end_of(each.text, NEAREST_WORDS)) for each in briefing.before
        ),
    )
