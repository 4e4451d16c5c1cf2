"""Test what every repository of runs must do."""

from datetime import UTC, datetime, timedelta

import pytest
from attrs import evolve

from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.runs import RunRepository
from questfoundry.domain.run.inputs import BookChatInputs, StageInputs
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.domain.run.spec import BOOK_CHAT
from questfoundry.domain.story.size import Size

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class RunRepositoryContract:
    """The tests for run repositories; a subclass adds a fixture ``runs``, an empty repository."""

    def test_runs_are_numbered_by_task(self, runs: RunRepository) -> None:
        """The runs of each task are numbered from 1; a run's id contains its number (JRN-4.1)."""
        begun = [_begin(runs, task).id for task in ("dream", "seed", "dream", "dream")]

        assert begun == ["dream-1", "seed-1", "dream-2", "dream-3"]

    def test_a_begun_run_is_running_and_knows_what_it_began_with(self, runs: RunRepository) -> None:
        """A new run has the status "running", and the inputs and models of its start (JRN-4.1)."""
        inputs = StageInputs(idea="A drowned city \ud83d", size=Size.MICRO, kept={"p": {"q": 1}})
        models = {"discuss": {"model": "ollama/qwen3:8b"}}

        run = runs.begin("dream", inputs=inputs, models=models, started_at=_NOON)

        assert run == RunRecord(
            id="dream-1", task="dream", inputs=inputs, models=models, started_at=_NOON
        )
        assert runs.get("dream-1") == run

    def test_a_run_may_be_over_as_it_begins(self, runs: RunRepository) -> None:
        """A single call can store a new run as completed (JRN-4.1)."""
        run = runs.begin(
            "embedding", inputs=StageInputs(), models={}, started_at=_NOON, complete=True
        )

        assert (run.status, run.ended_at) == (RunStatus.COMPLETED, _NOON)
        assert runs.get("embedding-1") == run

    def test_a_run_that_was_never_begun_is_not_there(self, runs: RunRepository) -> None:
        assert runs.get("dream-1") is None
        with pytest.raises(UsageError, match="dream-1"):
            runs.save(RunRecord(id="dream-1", task="dream", inputs=StageInputs(), started_at=_NOON))

    def test_a_saved_run_replaces_the_stored_one(self, runs: RunRepository) -> None:
        ended = evolve(
            _begin(runs, "dream"),
            status=RunStatus.FAILED,
            ended_at=_NOON + timedelta(seconds=90.5),
            problem="The model said \ud83d and stopped.",
            models={"discuss": {"model": "openai/gpt-4o"}},
        )

        runs.save(ended)

        assert runs.get("dream-1") == ended

    def test_runs_are_listed_as_begun_by_task_and_status(self, runs: RunRepository) -> None:
        """Runs are listed by task and status, in the order of their start."""
        for task in ("seed", "dream", "dream"):
            _begin(runs, task)
        first = runs.get("dream-1")
        assert first is not None
        runs.save(evolve(first, status=RunStatus.COMPLETED))

        assert [run.id for run in runs.list()] == ["seed-1", "dream-1", "dream-2"]
        assert [run.id for run in runs.list("dream")] == ["dream-1", "dream-2"]
        assert [run.id for run in runs.list(status=RunStatus.RUNNING)] == ["seed-1", "dream-2"]
        assert [run.id for run in runs.list("dream", RunStatus.COMPLETED)] == ["dream-1"]

    def test_the_runs_of_a_session_are_found(self, runs: RunRepository) -> None:
        """The runs of a session are found, so that their costs can be added."""
        for session in ("studio/1", "", "studio/2", "studio/1"):
            inputs = StageInputs(session=session)
            runs.begin("seed", inputs=inputs, models={}, started_at=_NOON)
        assert [*runs.list_session_run_ids("studio/1")] == ["seed-1", "seed-4"]
        assert [*runs.list_session_run_ids("studio/9")] == []

    def test_what_was_asked_is_found_by_its_values(self, runs: RunRepository) -> None:
        """Runs are found by the values of their inputs, with any characters."""
        said = "Who counts \ud83d?"
        for talk, message in (("talk-1", said), ("talk-2", said), ("talk-1", "Who?")):
            inputs = BookChatInputs(conversation=talk, message=message, position=0)
            runs.begin(BOOK_CHAT, inputs=inputs, models={}, started_at=_NOON)
        begun = {"message": said, "position": 0, "page": None}

        def found(status: RunStatus, values: dict[str, object]) -> list[str]:
            return [run.id for run in runs.list_by_inputs(BOOK_CHAT, status, values)]

        assert found(RunStatus.RUNNING, begun) == [f"{BOOK_CHAT}-1", f"{BOOK_CHAT}-2"]
        assert found(RunStatus.RUNNING, {**begun, "conversation": "talk-2"}) == [f"{BOOK_CHAT}-2"]
        assert found(RunStatus.COMPLETED, begun) == []
        assert found(RunStatus.RUNNING, {"page": 3}) == []


def _begin(runs: RunRepository, task: str) -> RunRecord:
    return runs.begin(task, inputs=StageInputs(), models={}, started_at=_NOON)
