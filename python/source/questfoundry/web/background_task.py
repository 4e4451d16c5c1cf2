"""The background task of a project: only one runs at a time, whatever pages are open."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar

from attrs import frozen

from questfoundry.app.pipeline.run_pipeline import Decision, Rerun, Reviewer
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.presentation.console import Screen
from questfoundry.presentation.errors import error_message
from questfoundry.presentation.pipeline_progress import PipelineProgress
from questfoundry.web.forms import NO_FORM, Form

_MAX_LINES = 400
_PAUSE = 0.2
_CURRENT_TASK: ContextVar[object] = ContextVar("doing", default=None)
"""The background task whose code runs; ``emit`` compares it to ignore events from elsewhere."""

STOPPED = "Stopped. Everything finished so far is saved; continue where the run stopped."


class Changes:
    """A signal of changes that several open pages can wait for."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def notify(self) -> None:
        """Wake every page that waits for a change."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait(self) -> None:
        """Wait until the next call of ``notify``."""
        await self._changed.wait()

    async def watch(self, is_over: Callable[[], bool]) -> AsyncIterator[None]:
        """Yield now and after changes, at least 0.2 s apart, until ``is_over`` returns true."""
        while True:
            changed = self._changed
            yield None
            if is_over():
                return
            await changed.wait()
            await asyncio.sleep(_PAUSE)


@frozen(kw_only=True)
class TaskOutcome:
    """The result of a finished task as a sentence, and the address of the page that shows it."""

    text: str
    address: str = "/"


@frozen(kw_only=True)
class PlannedTask:
    """A background task that a form on ``page`` requests: its ``title`` and its ``work``."""

    title: str
    work: Callable[[], Awaitable[TaskOutcome]]
    page: str


class LiveScreen(Screen):
    """The progress of a task as lines; ``waiting`` says what the task is waiting for now."""

    def __init__(self, notify: Callable[[], None]) -> None:
        self.is_live = True
        self.lines: deque[str] = deque(maxlen=_MAX_LINES)
        self.waiting = ""
        self._notify = notify

    def note(self, line: str) -> None:
        """Append ``line`` and clear ``waiting``."""
        self.waiting = ""
        self.lines.append(line)
        self._notify()

    def show_fields(self, fields: Sequence[tuple[str, str]]) -> None:
        """Append an indented line for each name and value, such as the summary of a stage."""
        for name, text in fields:
            self.note(f"  {name}: {text}")

    def show_waiting(self, line: str) -> None:
        """Set ``waiting``, the text that says what the task is waiting for."""
        self.waiting = line
        self._notify()

    def finish_line(self) -> None:
        """Clear ``waiting``."""
        self.waiting = ""

    def stream(self, piece: str) -> None:
        """Ignore ``piece``, part of a model's text; pages show only text that was accepted."""


class BackgroundTask(EventSink, Reviewer):
    """The one task of a project that runs in the background, with its progress and its outcome.

    ``pending_review`` is a finished stage that waits for the author's decision. ``page`` is the
    page whose form started the task.
    """

    def __init__(self) -> None:
        self.title = ""
        self.problem = ""
        self.page = ""
        self._form = NO_FORM
        self.outcome: TaskOutcome | None = None
        self.pending_review: StageResult | None = None
        self.screen = LiveScreen(self._notify)
        self._progress = PipelineProgress(self.screen, verbosity=0, is_interactive=False)
        self._task: asyncio.Task[None] | None = None
        self._changes = Changes()
        self._answer: asyncio.Future[Decision | Rerun] | None = None

    @property
    def is_running(self) -> bool:
        """Return whether a task has been started and has not ended yet."""
        return self._task is not None and not self._task.done()

    def start(self, task: PlannedTask, prices: PriceBook, form: Form) -> None:
        """Start ``task``; raise ``InputError`` if another task is still running."""
        if self.is_running:
            raise InputError(
                "Another task is still running. Stop it, or wait until it has finished."
            )
        self.title, self.problem, self.outcome = task.title, "", None
        self.page, self._form = task.page, form
        self.screen = LiveScreen(self._notify)
        self._progress = PipelineProgress(self.screen, verbosity=0, is_interactive=False)
        self._progress.prices = prices
        self._task = asyncio.create_task(self._run(task.work))

    def get_typed_form(self, page: str) -> Form:
        """Return the form that ``page`` sent for the failed task, to fill in its fields again."""
        return self._form if self.problem and self.page == page else NO_FORM

    async def stop(self) -> None:
        """Cancel the task and wait for its end; an answer that arrives soon is still stored."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, work: Callable[[], Awaitable[TaskOutcome]]) -> None:
        _CURRENT_TASK.set(self)
        try:
            self.outcome = await work()
        except asyncio.CancelledError:
            self.problem = STOPPED
        except Exception as problem:  # noqa: BLE001  shown on the page
            self.problem = error_message(problem)
        finally:
            self.pending_review, self._answer = None, None
            self.screen.finish_line()
            self._notify()

    def emit(self, event: Event) -> None:
        """Show ``event`` as progress if it comes from this task; ignore events of other tasks."""
        if self.is_running and _CURRENT_TASK.get() is self:
            self._progress.emit(event)

    async def decide(self, result: StageResult) -> Decision | Rerun:
        """Publish ``result`` as the pending review and wait for the author's decision on it."""
        self.pending_review, self._answer = result, asyncio.get_running_loop().create_future()
        self._notify()
        try:
            return await self._answer
        finally:
            self.pending_review, self._answer = None, None
            self._notify()

    def report_refused_edit(self, problem: InputError) -> None:
        """Append a line that says why the author's edit of an artifact file was refused."""
        self.screen.note(problem.problem)

    def answer(self, note: str) -> None:
        """Accept the pending stage, or regenerate it with ``note``, or raise ``InputError``."""
        if self._answer is None or self._answer.done():
            raise InputError("No stage is waiting for your decision any more. Reload the page.")
        self._answer.set_result(Rerun(note) if note else Decision.ACCEPT)

    def changes(self) -> AsyncIterator[None]:
        """Yield now and after changes, at least 0.2 s apart, until the task ends."""
        return self._changes.watch(lambda: not self.is_running)

    def _notify(self) -> None:
        self._changes.notify()
