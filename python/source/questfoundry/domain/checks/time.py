"""The law of time: on no arc is a beat told that lies before one that was told already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from questfoundry.domain.checks.law import Law
from questfoundry.domain.checks.temporal_monitor import Watch, breaches
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.search import Search
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.story import Story


def time_findings(search: Search, story: Story) -> Iterator[Finding]:
    """The passages in which time runs back for some player who comes there.

    Beats without a time lie between those around them, and a memory tells of what was.
    """
    yield from Law.TIME.searched(search, _running_back(search, story))


def _running_back(search: Search, story: Story) -> Iterator[Finding]:
    told = {
        place: beats
        for place, passage in enumerate(search.graph.structure.passages)
        if (beats := [each for each in story.beats_in(passage) if _has_time(each)])
    }
    reached = _latest(search, told)
    for place, beats in told.items():
        back = next((n for n in range(1, len(beats)) if _time(beats[n]) < _time(beats[n - 1])), 0)
        if not back and reached[place] <= _time(beats[0]):
            continue
        watch = Watch(
            leaves={at: _time(each[-1]) > _time(beats[0]) for at, each in told.items()},
            breaks=frozenset() if back else frozenset({place}),
            always=frozenset({place} if back else ()),
        )
        for _, route in breaches(search, watch):
            yield _finding(search, place, beats[back], route)


def _latest(search: Search, told: Mapping[int, Sequence[Beat]]) -> list[int]:
    """The latest time at which each passage could be entered, were all choices open."""
    latest = [-1] * len(search.graph.edges)
    waiting = [search.graph.start]
    met = {search.graph.start}
    while waiting:
        place = waiting.pop()
        now = _time(told[place][-1]) if place in told else latest[place]
        for edge in search.graph.edges[place]:
            if edge.target not in met or now > latest[edge.target]:
                met.add(edge.target)
                latest[edge.target] = max(now, latest[edge.target])
                waiting.append(edge.target)
    return latest


def _has_time(beat: Beat) -> bool:
    return beat.time is not None and not beat.memory


def _time(beat: Beat) -> int:
    return beat.time or 0


def _finding(search: Search, place: int, beat: Beat, route: tuple[str, ...]) -> Finding:
    passage = search.graph.structure.passages[place].id
    return Law.TIME.broken(
        place=passage,
        problem=f"{passage!r} tells of {beat.when or 'a time'} ({beat.id!r}), and some who read "
        "it have read of a later time.",
        fix="Tell it earlier, give its scene a later time, or make it a memory.",
        counterexample=route,
    )
