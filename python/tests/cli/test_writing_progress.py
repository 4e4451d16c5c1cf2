"""How far the writing of a story is, line by line."""

from __future__ import annotations

import pytest

from questfoundry.cli.progress import Progress
from questfoundry.cli.screen import Screen
from questfoundry.cli.writing_progress import WritingProgress
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import (
    Event,
    ModelCallFinished,
    ModelCallStarted,
    PassageWritten,
    WritingStarted,
)


class Watch:
    """A clock that goes on by so many seconds each time that it is read."""

    def __init__(self, step: float) -> None:
        self._time, self._step = 0.0, step

    def __call__(self) -> float:
        self._time += self._step
        return self._time


def call(number: int, *, replayed: bool = False) -> ModelCallFinished:
    return ModelCallFinished(
        model="a/b",
        scope=f"write:passage::p{number}",
        usage=Usage(input_tokens=90, output_tokens=10),
        seconds=1.0,
        finish_reason="stop",
        replayed=replayed,
    )


def written(number: int, total: int, findings: int = 0) -> PassageWritten:
    return PassageWritten(
        passage=f"passage::p{number}", done=number, total=total, words=50, findings=findings
    )


def told(capsys: pytest.CaptureFixture[str], *events: Event, step: float = 1.0) -> list[str]:
    progress = WritingProgress(Screen(), now=Watch(step))
    for event in events:
        progress.emit(event)
    return capsys.readouterr().err.splitlines()


def test_a_line_for_each_tenth_and_a_sum(capsys: pytest.CaptureFixture[str]) -> None:
    """FIL-5.2."""
    total = 40
    passages = [each for n in range(1, total + 1) for each in (call(n), written(n, total))]
    first, *lines, last = told(capsys, WritingStarted(model="a/b", passages=total), *passages)
    assert first == "Writing 40 passages with a/b"
    assert [line.split()[0] for line in lines] == [str(n) for n in range(4, 40, 4)]
    assert lines[0] == "  4 of 40 passages, 400 tokens, about 36 s left"
    assert last == "  40 passages, 2,000 words, 40 calls, 4,000 tokens, 40.0 s"


def test_passages_from_the_journal_do_not_count_for_the_pace(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """FIL-5.3."""
    events = [
        WritingStarted(model="a/b", passages=10),
        *(each for n in range(1, 9) for each in (call(n, replayed=True), written(n, 10))),
        *(each for n in (9, 10) for each in (call(n), written(n, 10))),
    ]
    lines = told(capsys, *events, step=90.0)
    assert not any("left" in line for line in lines[:9])
    assert lines[9] == "  9 of 10 passages, 100 tokens, about 2 min left"
    assert lines[10].startswith("  10 passages, 500 words, 10 calls, 8 of them from the journal")


@pytest.mark.parametrize(("seconds", "words"), [(0.1, "1 s"), (59, "59 s"), (7200, "2 h")])
def test_the_time_left_in_words(
    seconds: float, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """FIL-5.2."""
    events = (WritingStarted(model="a/b", passages=2), call(1), written(1, 2))
    assert told(capsys, *events, step=seconds)[1].endswith(f"about {words} left")


def test_findings_are_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    """FIL-5.2."""
    lines = told(
        capsys, WritingStarted(model="a/b", passages=1), call(1), written(1, 1, findings=3)
    )
    assert lines[-1].endswith("1 passage with findings: see `qf check`")


def test_single_calls_are_not_told_while_many_are_made(
    capsys: pytest.CaptureFixture[str],
) -> None:
    progress = Progress(Screen(), verbosity=0)
    asked = ModelCallStarted(model="a/b", scope="write:passage::p1", input_tokens=1)
    for event in (WritingStarted(model="a/b", passages=2), asked, call(1)):
        progress.emit(event)
    assert capsys.readouterr().err.splitlines() == ["Writing 2 passages with a/b"]
