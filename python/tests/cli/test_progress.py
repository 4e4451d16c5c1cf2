"""What is told of a stage while it runs, event by event."""

from decimal import Decimal

import pytest

from questfoundry.cli.progress import Progress
from questfoundry.cli.screen import Screen
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import (
    ModelCallFinished,
    ModelCallRetried,
    PhaseCompleted,
    PhaseStarted,
    ReadingFailed,
    ToolCallFinished,
    ToolCallStarted,
    ToolWithdrawn,
)
from questfoundry.domain.protocols import PriceBook

USAGE = Usage(input_tokens=30, output_tokens=10)
TOOLS = (
    ToolCallStarted(tool="search_corpus", arguments='{"query": "noir"}'),
    ToolCallFinished(tool="search_corpus", result="success", size=1200),
    ToolWithdrawn(tool="web_search", reason="called twice alike"),
)


class PriceOfTheFirst(PriceBook):
    """Knows one model."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        return Decimal("0.5") if model == "openai/known" else None


def told(capsys, *events, verbosity=0):
    progress = Progress(Screen(), verbosity=verbosity)
    progress.prices = PriceOfTheFirst()
    for event in events:
        progress.emit(event)
    return capsys.readouterr().err


def call(model="openai/known", *, replayed=False):
    return ModelCallFinished(
        model=model,
        scope="discuss",
        usage=USAGE,
        seconds=2.0,
        finish_reason="stop",
        replayed=replayed,
    )


def phase(*calls):
    return (
        PhaseStarted(stage="dream", phase="discuss", model="openai/known"),
        *calls,
        PhaseCompleted(stage="dream", phase="discuss", rounds=2, usage=USAGE + USAGE),
    )


def test_waiting_is_told_with_its_reason(capsys):
    """CLI-2.13. Otherwise a busy provider looks like a program that hangs."""
    event = ModelCallRetried(model="openai/x", attempt=2, wait=3.0, problem="429: too many.")
    assert told(capsys, event) == "  waiting 3 s: 429: too many.\n"


@pytest.mark.parametrize(
    ("calls", "line"),
    [
        ((call(), call()), "  2 turns, 2 calls, 80 tokens, 4.0 s, $1.00"),
        ((call(), call("openai/unknown")), "  2 turns, 2 calls, 80 tokens, 4.0 s"),
        (
            (call(replayed=True), call()),
            "  2 turns, 2 calls, 1 of them from the journal, 80 tokens, 2.0 s, $0.5000",
        ),
        (
            (call(replayed=True), call(replayed=True)),
            "  2 turns, 2 calls, 2 of them from the journal, 80 tokens",
        ),
    ],
)
def test_a_phase_tells_what_it_used_now(capsys, calls, line):
    """CLI-2.14. What came from the journal costs nothing again; no cost where one is unknown."""
    assert told(capsys, *phase(*calls)).splitlines()[1] == line


def test_tools_are_told_when_more_is_wanted(capsys):
    """CLI-2.15. With -v."""
    assert told(capsys, *TOOLS) == ""
    assert told(capsys, *TOOLS, verbosity=1).splitlines() == [
        '  tool search_corpus {"query": "noir"}',
        "  tool search_corpus: success, 1,200 characters",
        "  tool web_search is no longer offered: called twice alike",
    ]


@pytest.mark.parametrize(
    ("attempts", "sections", "line"),
    [(1, 1, "  1 call,"), (2, 1, "  2 attempts, 1 call,"), (6, 6, "  6 sections, 1 call,")],
)
def test_attempts_are_told_only_where_something_was_repaired(capsys, attempts, sections, line):
    """CLI-2.16."""
    ended = PhaseCompleted(
        stage="seed", phase="serialize", rounds=attempts, sections=sections, usage=USAGE
    )
    began = PhaseStarted(stage="seed", phase="serialize", model="openai/known")
    assert line in told(capsys, began, call(), ended)


def test_a_passage_that_goes_without_its_facts_is_told_when_more_is_wanted(capsys):
    """PRS-6.3."""
    failed = ReadingFailed(reading="facts", passage="the-air-pocket", problem="cut off\nlong story")
    assert told(capsys, failed) == ""
    assert told(capsys, failed, verbosity=1) == "  no facts of the-air-pocket: no valid answer\n"
