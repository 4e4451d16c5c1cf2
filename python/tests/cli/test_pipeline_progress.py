"""What is told of the pipeline's stages, event by event."""

from __future__ import annotations

import pytest

from questfoundry.cli.pipeline_progress import PipelineProgress
from questfoundry.cli.screen import Screen
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import (
    ModelCallFinished,
    ModelCallStarted,
    PhaseStarted,
    StageCompleted,
    StageStarted,
    StageTurn,
)

TURN = StageTurn(stage="seed", place=3, total=6, kept=False, changed=("dream", "brainstorm"))
BEGUN = StageStarted(stage="seed", run="seed-2", interactive=False, prompt_length=0, resumed=True)
PHASE = PhaseStarted(stage="seed", phase="serialize", model="local/x")
ASKED = ModelCallStarted(model="local/x", scope="serialize", input_tokens=10)
DONE = StageCompleted(stage="seed", run="seed-2", llm_calls=3, tokens_used=80)


def answered(*, replayed: bool) -> ModelCallFinished:
    return ModelCallFinished(
        model="local/x",
        scope="serialize",
        usage=Usage(input_tokens=30, output_tokens=10),
        seconds=1.0,
        finish_reason="stop",
        replayed=replayed,
    )


def test_a_stage_is_told_in_a_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """PIP-7.2. What comes from the journal is told apart."""
    progress = PipelineProgress(Screen(), verbosity=0, talks=False)
    for event in (TURN, BEGUN, PHASE, ASKED, answered(replayed=True), ASKED):
        progress.emit(event)
    progress.emit(answered(replayed=False))
    progress.emit(DONE)
    *lines, settled = capsys.readouterr().err.splitlines()
    assert lines == [
        "SEED (3 of 6), made anew after a change of dream, brainstorm",
        "  run seed-2 goes on",
    ]
    assert settled.startswith("  settled: 1 call, 1 more from the journal, 40 tokens, ")
    assert progress.began


def test_a_terminal_shows_what_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    """PIP-7.2."""
    screen = Screen()
    screen.lively = True
    progress = PipelineProgress(screen, verbosity=0, talks=False)
    for event in (TURN, PHASE, ASKED, answered(replayed=False), ASKED):
        progress.emit(event)
    assert capsys.readouterr().err.endswith("  serialize, 1 call, 40 tokens ...")


def test_a_talk_shows_its_phases(capsys: pytest.CaptureFixture[str]) -> None:
    """PIP-7.2."""
    progress = PipelineProgress(Screen(), verbosity=0, talks=True)
    for event in (TURN, PHASE):
        progress.emit(event)
    assert "Serialize with local/x" in capsys.readouterr().err
