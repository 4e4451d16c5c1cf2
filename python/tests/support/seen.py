"""The player's view of an edition, whatever the format; tests compare every export with it."""

import random
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from questfoundry.domain.story.passage import play
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import chapter_at, one_line, paragraphs
from tests.support.naive_player import playthroughs


@frozen
class Seen:
    """A passage as shown: its lines, the offered labels, and the index of the taken one.

    ``closed`` holds the reasons why other choices are not offered.
    """

    lines: tuple[str, ...]
    offered: tuple[str, ...]
    taken: int | None
    closed: tuple[str, ...] = ()


SeenPlaythrough = tuple[Seen, ...]


def seen(
    lines: Iterable[str], offered: Iterable[str], taken: int | None, closed: Iterable[str] = ()
) -> Seen:
    shown = tuple(text for line in lines if (text := one_line(line)))
    return Seen(shown, tuple(map(one_line, offered)), taken, tuple(map(one_line, closed)))


def playthroughs_seen(edition: Edition) -> set[SeenPlaythrough]:
    """Return all playthroughs as players should see them."""
    return {playthrough_seen(edition, taken) for _, taken in playthroughs(edition.structure)}


def playthrough_seen(edition: Edition, taken: Sequence[str]) -> SeenPlaythrough:
    """Return the playthrough with the choices ``taken`` (ids) as the player should see it."""
    shown = []
    for step in range(len(taken) + 1):
        now = play(edition.structure, taken[:step])
        place = None
        if step < len(taken):
            place = [choice.id for choice in now.open].index(taken[step])
        lines = [
            line
            for each in paragraphs(edition, now.passage)
            if each.is_visible_with(now.flags) and not each.is_scene_break
            for line in each.plain_text.split("\n")
        ]
        lines.insert(0, chapter_at(edition, now.passage))
        if now.ending:
            lines.append(edition.ending_name(now.ending))
        labels = (choice.label for choice in now.open)
        shown.append(seen(lines, labels, place, (choice.closed for choice in now.closed)))
    return tuple(shown)


def random_playthroughs(edition: Edition, count: int) -> Iterator[SeenPlaythrough]:
    """Yield ``count`` playthroughs in which each choice is drawn, always the same ones."""
    for number in range(count):
        draw, taken = random.Random(number), list[str]()
        while now := play(edition.structure, taken).open:
            taken.append(draw.choice(now).id)
        yield playthrough_seen(edition, taken)
