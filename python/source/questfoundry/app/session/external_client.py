"""Offer the studio's tools and runs to an external program, with approval of effects."""

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from attrs import evolve

from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.runs.outcome import list_results
from questfoundry.app.session.launching import (
    LAUNCH,
    build_launch_definition,
    build_run_approval,
    describe_excess,
    shorten_result,
)
from questfoundry.app.session.shared_session import (
    RunDeclinedError,
    SharedSession,
    find_launched_result,
)
from questfoundry.app.session.studio import SessionLedger, Studio
from questfoundry.app.session.tools import build_session_tools
from questfoundry.app.session.transcript import begin_session
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error, success
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.protocols.runs import ApprovalAnswer, RunApproval, RunHandle, ToolApproval
from questfoundry.domain.protocols.workspace import Tool, has_effects
from questfoundry.domain.run.result import RunResult, label_of
from questfoundry.domain.run.spec import DELEGATED, RunSpec

STATUS, CANCEL = "run_status", "cancel_run"
TITLE = "from outside"


class ExternalStudio:
    """The studio's tools for an external program, in one session with its own budget.

    A run continues even if the program no longer waits for it. Meanwhile, other launches are
    refused. If an author has a ``shared`` session open, everything takes place in this session: its
    budget counts, its author approves, and launches wait for earlier messages.
    """

    def __init__(self, studio: Studio, shared: SharedSession | None = None) -> None:
        self._studio = studio
        self._shared = shared
        self._words = studio.prompts.wording("tools/outside")
        self._launch_words = studio.prompts.wording(f"tools/{LAUNCH}")
        self._session = ""
        self._number = 0
        self._run: asyncio.Task[RunResult] | None = None
        self._handle: RunHandle | None = None
        self._key = ""
        self._others = {each.definition.name: each for each in self._build_tools(studio.runs)}

    @property
    def instructions(self) -> str:
        """Instructions for the external program's model, as the studio's own agent gets them."""
        return self._studio.build_system_message(
            knowledge=self._studio.workspace.context(), is_external=True
        )

    @property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        """The definitions of all tools that the program may call; ``launch_run`` comes first."""
        own = tuple(self._build_definition(name) for name in (STATUS, CANCEL))
        return (
            self._build_launch_definition(),
            *own,
            *(each.definition for each in self._others.values()),
        )

    def has_effects(self, name: str) -> bool:
        """Return whether the tool called ``name`` changes the project or launches a run."""
        return name == LAUNCH or (name in self._others and has_effects(self._others[name]))

    def get_required_approval(
        self, name: str, arguments: Mapping[str, Any]
    ) -> RunApproval | ToolApproval | None:
        """Return the approval that a call needs, or ``None``, or raise ``InputError``."""
        if not self.has_effects(name):
            return None
        if name != LAUNCH:
            if problem := self._others[name].problem(arguments):
                raise InputError(problem)
            by_program = self._shared is not None
            return ToolApproval(tool=name, arguments=dict(arguments), by_program=by_program)
        spec, key, _ = self._parse_launch(arguments)
        if self._shared is not None:
            return None  # the session itself asks its author
        if self._run is not None and not self._run.done():
            if key and key == self._key:
                return None
            raise InputError(self._words["problems"]["busy"])
        approval = build_run_approval(spec, self._studio)
        left = (
            self._build_ledger().meter.get_remaining()
            if self._session
            else self._studio.settings.budget
        )
        if excess := describe_excess(approval, left, self._launch_words):
            raise InputError(excess)
        return approval

    async def ask_author(self, request: RunApproval | ToolApproval) -> ApprovalAnswer | None:
        """Return the answer of the author who has a session open, or ``None`` without one."""
        return None if self._shared is None else await self._studio.approval.ask(request)

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> Envelope:
        """Call the tool and return its result; if it fails, return an error result."""
        try:
            match name:
                case "launch_run":
                    return await self._launch_run(arguments)
                case "run_status":
                    return self._report_status(str(arguments.get("run") or ""))
                case "cancel_run":
                    return self._cancel_run()
                case _:
                    tools = {
                        each.definition.name: each
                        for each in self._build_tools(self._open_session())
                    }
                    return await tools[name].execute(arguments)
        except RunDeclinedError:
            return self.build_declined_answer("declined")
        except QuestFoundryError as problem:
            return self.build_refusal(str(problem))

    def build_refusal(self, problem: str) -> Envelope:
        """Return the result of a call that cannot be carried out because of ``problem``."""
        return error(problem, action=self._words["actions"]["error"])

    def build_declined_answer(self, reason: str) -> Envelope:
        """Return the result of a declined call; ``reason`` is the key of its text in a prompt."""
        return Envelope(
            result=ToolStatus.CANCELLED,
            body={"reason": self._words["problems"][reason]},
            action=self._words["actions"]["declined"],
        )

    async def close(self) -> None:
        """Stop the current run and wait for its end; a launch with the same key resumes the run."""
        if self._run is not None:
            self._run.cancel()
            await asyncio.gather(self._run, return_exceptions=True)

    async def _launch_run(self, arguments: Mapping[str, Any]) -> Envelope:
        spec, key, waits = self._parse_launch(arguments)
        if key and self._shared and (result := find_launched_result(self._studio, key)):
            return self._describe_result(result, result.label)
        if self._run is None or self._run.done() or key != self._key:
            self._open_session()
            self._number += 1
            self._key = key or f"{self._session}:{self._number}"
            began: asyncio.Future[RunHandle] = asyncio.get_running_loop().create_future()
            self._run = asyncio.ensure_future(self._execute_run(spec, self._key, began))
            either: set[asyncio.Future[Any]] = {began, self._run}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if waits or self._run.done():
            result = await asyncio.shield(self._run)
            return self._describe_result(result, result.label)
        return self._describe_running("started", label_of(spec.task))

    async def _execute_run(
        self, spec: RunSpec, key: str, began: asyncio.Future[RunHandle]
    ) -> RunResult:
        with ExitStack() as held:
            if self._shared is not None:
                self._handle = await self._shared.start(spec, key=key)
            else:
                held.enter_context(self._studio.runs.store.lock.hold(DELEGATED))
                limits = self._build_ledger().limits
                self._handle = await self._studio.executor.start(
                    spec, key=key, session=self._session, limits=limits
                )
            began.set_result(self._handle)
            try:
                return await self._handle.result()
            finally:
                self._handle = None

    def _report_status(self, run: str) -> Envelope:
        if self._handle is not None and run in ("", self._handle.run):
            return self._describe_running("working", run)
        found = [e for e in list_results(self._studio.workspace) if run in ("", e.run)]
        if not found:
            raise InputError(self._words["problems"]["unknown"].format(run=run or "-"))
        return self._describe_result(found[-1], run)

    def _cancel_run(self) -> Envelope:
        if self._handle is None:
            raise InputError(self._words["problems"]["idle"])
        self._handle.cancel()
        return self._describe_running("cancelled")

    def _describe_running(self, action: str, query: str = "") -> Envelope:
        run = self._handle.run if self._handle else ""
        data = {"run": run, "key": self._key, "status": "running"}
        return success(data, query=query or None, action=self._words["actions"][action])

    def _describe_result(self, result: RunResult, query: str) -> Envelope:
        action = self._launch_words["actions"][result.status.value]
        return success(shorten_result(result), query=query or None, action=action)

    def _parse_launch(self, arguments: Mapping[str, Any]) -> tuple[RunSpec, str, bool]:
        fields = dict(arguments)
        key, is_waiting = str(fields.pop("key", "") or ""), fields.pop("wait", True) is not False
        return RunSpec.from_dict(fields), key, is_waiting

    def _build_launch_definition(self) -> ToolDefinition:
        names = [each.id for each in self._studio.agents()]
        launch = build_launch_definition(self._launch_words, names)
        properties = {**launch.parameters["properties"], **self._words[LAUNCH]}
        return evolve(launch, parameters={**launch.parameters, "properties": properties})

    def _build_definition(self, name: str) -> ToolDefinition:
        words = self._words[name]
        return ToolDefinition(
            name=name,
            description=words["description"],
            parameters={"type": "object", "properties": words.get("parameters", {})},
        )

    def _build_tools(self, runs: RunOpener) -> tuple[Tool, ...]:
        studio = self._studio
        return build_session_tools(studio.workspace, studio.prompts, studio.tools(runs))

    def _open_session(self) -> RunOpener:
        if self._shared is not None:
            self._session = self._shared.open().id
        if not self._session:
            self._session = begin_session(self._studio.runs.store, TITLE)
        return evolve(self._studio.runs, meter=self._build_ledger().meter, session=self._session)

    def _build_ledger(self) -> SessionLedger:
        return SessionLedger(self._studio.runs, self._session, self._studio.settings.budget)
