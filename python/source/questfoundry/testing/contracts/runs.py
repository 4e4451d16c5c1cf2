"""Test what every repository of runs and every project lock must do."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from attrs import evolve

from questfoundry.domain.errors import StoreLockedError, UsageError
from questfoundry.domain.protocols.runs import ProjectLock, RunRepository
from questfoundry.domain.run.inputs import BookChatInputs, StageInputs
from questfoundry.domain.run.record import BOOK_CHAT, RunRecord, RunStatus
from questfoundry.domain.story.size import Size
from questfoundry.testing.contracts import HOSTILE_TEXTS, run_at_once

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class RunRepositoryContract:
    """The tests for run repositories; a subclass adds a fixture ``runs``, an empty repository."""

    def test_runs_are_numbered_by_task(self, runs: RunRepository) -> None:
        """The runs of each task are numbered from 1; a run's id contains its number (JRN-4.1)."""
        begun = [_begin(runs, task).id for task in ("dream", "seed", "dream", "dream")]

        assert begun == ["dream-1", "seed-1", "dream-2", "dream-3"]

    def test_a_new_run_is_running_and_keeps_its_inputs(self, runs: RunRepository) -> None:
        """A new run has the status "running", and keeps its inputs and models (JRN-4.1)."""
        inputs = StageInputs(idea="A drowned city \ud83d", size=Size.MICRO, kept={"p": {"q": 1}})
        models = {"discuss": {"model": "ollama/qwen3:8b"}}

        run = runs.begin("dream", inputs=inputs, models=models, started_at=_NOON)

        assert run == RunRecord(
            id="dream-1", task="dream", inputs=inputs, models=models, started_at=_NOON
        )
        assert runs.get("dream-1") == run

    def test_a_run_can_be_stored_as_completed(self, runs: RunRepository) -> None:
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

    def test_runs_are_found_by_the_values_of_their_inputs(self, runs: RunRepository) -> None:
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

    @pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS)
    def test_texts_of_others_are_kept_in_a_run(self, runs: RunRepository, text: str) -> None:
        """The inputs, models and problem of a run may contain any text, and find the run."""
        inputs = BookChatInputs(conversation="talk-1", message=text, position=2**40)
        run = runs.begin(BOOK_CHAT, inputs=inputs, models={"a": {"b": text}}, started_at=_NOON)
        runs.save(evolve(run, problem=text))

        assert runs.get(run.id) == evolve(run, problem=text)
        values = {"message": text, "position": 2**40}
        found = runs.list_by_inputs(BOOK_CHAT, RunStatus.RUNNING, values)
        assert [each.id for each in found] == [run.id]
        values = {**values, "message": f"{text}."}
        assert [*runs.list_by_inputs(BOOK_CHAT, RunStatus.RUNNING, values)] == []

    def test_two_threads_number_runs_without_gaps(self, runs: RunRepository) -> None:
        """Each run gets a number of its own, and no number is left out."""
        begun = run_at_once(lambda number: _begin(runs, "dream" if number % 4 else "seed").id)

        assert set(begun) == {
            *(f"dream-{number}" for number in range(1, 31)),
            *(f"seed-{number}" for number in range(1, 11)),
        }
        assert {run.id for run in runs.list()} == set(begun)


def _begin(runs: RunRepository, task: str) -> RunRecord:
    return runs.begin(task, inputs=StageInputs(), models={}, started_at=_NOON)


class ProjectLockContract:
    """The tests for project locks; a subclass adds a fixture ``lock``."""

    def test_a_holder_may_hold_the_lock_again(self, lock: ProjectLock) -> None:
        """A task that holds the lock may hold it again, as a stage within a run does."""
        inside = False

        with lock.hold("run"), lock.hold("dream"):
            inside = True

        assert inside

    def test_an_error_releases_the_lock(self, lock: ProjectLock) -> None:
        """An error inside the ``with`` block releases the lock."""
        with pytest.raises(ZeroDivisionError), lock.hold("dream"):
            raise ZeroDivisionError

        with lock.hold("dream"):
            pass

    def test_another_thread_is_refused(self, lock: ProjectLock) -> None:
        """While one thread holds the lock, another thread cannot hold it."""
        with ThreadPoolExecutor(1) as other:
            with lock.hold("dream"), pytest.raises(StoreLockedError, match="dream"):
                other.submit(_hold, lock).result()

            other.submit(_hold, lock).result()

    async def test_another_task_is_refused(self, lock: ProjectLock) -> None:
        """While one task holds the lock, another task cannot hold it."""
        held, done = asyncio.Event(), asyncio.Event()

        async def first() -> None:
            with lock.hold("dream"):
                held.set()
                await done.wait()

        async def second() -> None:
            await held.wait()
            try:
                with pytest.raises(StoreLockedError, match="dream"):
                    _hold(lock)
            finally:
                done.set()

        await asyncio.gather(first(), second())
        _hold(lock)

    async def test_a_task_that_the_holder_begins_may_hold_it_too(self, lock: ProjectLock) -> None:
        """While a task holds the lock, a task that it starts may hold it too."""

        async def part() -> None:
            _hold(lock)

        with lock.hold("run"):
            task = asyncio.create_task(part())
            await task

    def test_a_run_can_be_locked_only_once(self, lock: ProjectLock) -> None:
        """A locked run cannot be locked again at the same time; other runs can be locked."""
        with (
            lock.try_hold_run("book-chat-1") as alone,
            lock.hold("dream"),
            lock.try_hold_run("book-chat-1") as again,
            lock.try_hold_run("book-chat-2") as other,
        ):
            assert (alone, again, other) == (True, False, True)
        with lock.try_hold_run("book-chat-1") as alone:
            assert alone

    async def test_a_task_that_outlives_the_holder_holds_nothing(self, lock: ProjectLock) -> None:
        """A task started by a holder of the lock loses its right when the lock is released."""
        let_go = asyncio.Event()

        async def part() -> None:
            await let_go.wait()
            _hold(lock)

        with lock.hold("run"):
            task = asyncio.create_task(part())
        with ThreadPoolExecutor(1) as other, _hold_elsewhere(other, lock):
            let_go.set()
            with pytest.raises(StoreLockedError, match="seed"):
                await task


def _hold(lock: ProjectLock) -> None:
    with lock.hold("grow"):
        pass


@contextmanager
def _hold_elsewhere(other: ThreadPoolExecutor, lock: ProjectLock) -> Iterator[None]:
    held, done = Event(), Event()

    def hold() -> None:
        with lock.hold("seed"):
            held.set()
            done.wait(10)

    running = other.submit(hold)
    held.wait(10)
    try:
        yield
    finally:
        done.set()
        running.result()
