"""What plays by chance are told as: how much they met, and how they ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import asdict

from questfoundry.app.playing.random_play import RandomPlays
from questfoundry.cli.console import say, write_fields, write_table
from questfoundry.cli.numbers import share
from questfoundry.cli.text import counted, one_line
from questfoundry.domain.story.story import Story

_NAMED = 5


def write_random(found: RandomPlays, story: Story, *, seed: int) -> None:
    """Write counts, endings, and what was never met."""
    say(f"{counted(found.plays, 'play')} by chance, with seed {seed}\n")
    write_fields(_numbers(found, story))
    if found.endings:
        say()
        write_table(
            ("Ending", ">Plays", ">Share"),
            [
                (one_line(story.ending_name(each)), f"{count:,}", share(count, found.plays))
                for each, count in found.endings.items()
            ],
        )


def random_document(found: RandomPlays, *, seed: int) -> dict[str, Any]:
    """All counts as JSON."""
    return {"seed": seed, **asdict(found)}


def _numbers(found: RandomPlays, story: Story) -> Iterator[tuple[str, str]]:
    structure = story.settled_structure
    titles = {each.id: each.title or each.id for each in structure.passages}
    labels = {each.id: each.label or each.id for each in structure.choices}
    yield "Passages", _coverage(found.passages, titles, "seen")
    yield "Choices", _coverage(found.choices, labels, "taken")
    if found.longest:
        yield "Length", f"{found.shortest:,} to {counted(found.longest, 'passage')}"
    yield "Stuck", _named([titles[each] for each in found.stuck]) or "none"
    if found.given_up:
        yield "Given up", f"{counted(found.given_up, 'play')} that went round in circles"


def _coverage(counts: Mapping[str, int], names: Mapping[str, str], done: str) -> str:
    missing = [names[each] for each, count in counts.items() if not count]
    text = f"{len(counts) - len(missing):,} of {len(counts):,} {done}"
    return f"{text}; not: {_named(missing)}" if missing else text


def _named(names: list[str]) -> str:
    more = len(names) - _NAMED
    shown = "; ".join(one_line(each) for each in names[:_NAMED])
    return f"{shown}; and {more:,} more" if more > 0 else shown
