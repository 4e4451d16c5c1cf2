"""Write the output of a studio session: text for the author, or one JSON object per line."""

from collections.abc import Sequence

import attrs

from questfoundry.app.session.approval import NO_APPROVER, describe_request
from questfoundry.app.session.launching import LAUNCH
from questfoundry.app.session.studio import SessionStatus
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import (
    Event,
    ModelCallRetried,
    PromptReadInPart,
    RequestShortened,
    StoreRetried,
    ToolCallStarted,
)
from questfoundry.domain.protocols.runs import EventSink, RunApproval, ToolApproval
from questfoundry.domain.run.result import Decider, DraftChoice, RunResult, Spending, average_points
from questfoundry.domain.run.spec import Budget, BudgetUnit
from questfoundry.domain.session import (
    AgentMoved,
    AgentReplied,
    ApprovalDeclined,
    Compacted,
    MessageQueued,
    Pinned,
    RunEnded,
    RunLaunched,
    SessionState,
    StateChanged,
    TextWritten,
    ToolServerFailed,
    TurnCancelled,
    TurnFailed,
)
from questfoundry.presentation.console import DualView, Screen, note, say, write_event
from questfoundry.presentation.text import describe_cut, format_count, format_money


def describe_decision(result: RunResult) -> str:
    """Return a sentence on who decided that the answer of ``result`` counts; empty if no one."""
    match result.decided_by:
        case Decider.AUTHOR:
            other = "" if result.run_choice == result.agent else result.run_choice
            run_choice = f" The run itself chose {other}." if other else ""
            return f"You chose {result.agent}'s draft.{run_choice}"
        case Decider.VOTE:
            return f"The vote chose {result.agent}."
        case Decider.RULE:
            return f"Without a vote, {result.agent}'s draft counts."
        case _:
            return ""


def format_choice(result: RunResult) -> str:
    """Return a sentence on the draft that the author has just chosen."""
    where = f"version {result.version} of {result.stage}" if result.stage else result.answer_file
    return f"{result.agent}'s draft is now the answer of this run: {where}"


def parse_choice(text: str) -> DraftChoice:
    """Return the choice that the words RUN AGENT [DRAFT] name, or raise ``InputError``."""
    words = text.split()
    numbers = words[2:]
    if len(words) not in {2, 3} or not all(map(str.isdecimal, numbers)):
        raise InputError("Name the run and the agent, for example: /choose 1 ann")
    number = int(numbers[0]) if numbers else None
    return DraftChoice(run=words[0], agent=words[1], number=number)


PRINTED_EVENTS = (
    StateChanged,
    MessageQueued,
    TextWritten,
    AgentReplied,
    TurnCancelled,
    TurnFailed,
    RunLaunched,
    AgentMoved,
    RunEnded,
    Pinned,
    Compacted,
    ApprovalDeclined,
    ToolServerFailed,
)
"""The event classes that ``--json`` prints; all other events are only in the logs."""

STATES = {
    SessionState.IDLE: "ready",
    SessionState.CHATTING: "answering",
    SessionState.AWAITING_APPROVAL: "waiting for your approval",
    SessionState.RUNNING: "running",
    SessionState.PROCESSING_RESULTS: "reading the results",
    SessionState.PROCESSING_PARTIAL: "reading partial results",
    SessionState.PROCESSING_CANCELLED: "reading the results of a cancelled run",
}
"""The session states, in words for the author."""


class StudioView(DualView, EventSink):
    """The output of a running studio session; it shows events as they happen."""

    def __init__(self, screen: Screen, *, as_json: bool) -> None:
        super().__init__(screen, as_json=as_json)
        self._written = False

    def show_start(self, session: str) -> None:
        """Show that ``session`` is open, and to people the number to pass to ``--session``."""
        self._show("session", f"Session {session.rpartition('/')[2]}", session=session)

    def emit(self, event: Event) -> None:
        """Show ``event``: to programs if in ``PRINTED_EVENTS``, to people if it is useful."""
        if self._as_json:
            if isinstance(event, PRINTED_EVENTS):
                write_event(event.name, **attrs.asdict(event, recurse=False))
            return
        match event:
            case TextWritten(text=text):
                self._written = True
                self._screen.stream(text)
            case AgentReplied(text=text):
                if not self._written:
                    say(text)
                self._written = False
            case ToolCallStarted(tool=tool) if tool != LAUNCH:
                self._screen.note(f"  {tool}")
            case _ if line := _format_event(event):
                # Text from before a run is not the answer to its result.
                self._written = False
                self._screen.note(line)

    def show_request(self, request: RunApproval | ToolApproval) -> None:
        """Show people a request for approval, and how to answer it."""
        self._screen.finish_line()
        edit = ", or e to edit it" if isinstance(request, RunApproval) else ""
        note(f"{describe_request(request)}\nApprove? (y/n{edit})")

    def finish(self) -> None:
        """End the line of a streamed answer."""
        self._screen.finish_line()

    def show_status(self, status: SessionStatus) -> None:
        """Show the state, calls, tokens and cost of the session in one line."""
        budget = status.budget and str(status.budget)
        document = attrs.asdict(status, recurse=False) | {"budget": budget}
        self._show("status", describe_status(status), **document)

    def show_card(self, runs: Sequence[RunResult], number: str) -> None:
        """Show the drafts of the run with the number ``number``, and all scores with reasons."""
        found = next((each for each in runs if each.run.rpartition("-")[2] == number), None)
        line = format_details(found) if found else f"There is no run {number}."
        self._show("card", line, result=found)

    def show_choice(self, result: RunResult) -> None:
        """Show that the author's choice is now the answer of its run."""
        self._show("draft_chosen", format_choice(result), result=result)

    def show_failure(self, event: TurnFailed) -> None:
        """Show people why a message got no answer; programs got this event from ``emit``."""
        if not self._as_json:
            self._screen.finish_line()
            kept = "The conversation is saved, and the session continues."
            note(f"Error: {event.problem}\n{kept}")


def format_spending(spent: Spending) -> str:
    """Return the calls, tokens and cost of ``spent`` as text."""
    calls, tokens = format_count(spent.calls, "call"), format_count(spent.tokens, "token")
    return f"{calls}, {tokens}, {format_money(spent.cost)}"


def format_used(spent: Spending, budget: Budget | None) -> str:
    """Return the amount spent of ``budget`` in its unit, or the cost without a budget."""
    if budget is None:
        return format_money(spent.cost)
    in_tokens = budget.unit is BudgetUnit.TOKENS
    return f"{f'{spent.tokens:,}' if in_tokens else format_money(spent.cost)} of {budget}"


def describe_status(status: SessionStatus) -> str:
    """Return one line with the state of the session, its spending, and the parts of the spending.

    The parts are the conversation, and the runs and tools.
    """
    line = f"{STATES[status.state]}; {format_spending(status.spent)}"
    if status.budget is not None:
        line += f" ({format_used(status.spent, status.budget)})"
    if status.on_runs.calls:
        line += f"; conversation: {format_spending(status.on_talk)}"
        line += f"; runs and tools: {format_spending(status.on_runs)}"
    return line


def format_note(event: Event) -> str:
    """Return a one-line note about ``event`` for the conversation; it is empty for most events."""
    match event:
        case ApprovalDeclined(tool=tool) if tool != LAUNCH:
            return f"{tool} was not run."
        case TurnCancelled():
            return "Cancelled: this message gets no answer."
        case Compacted(messages=messages):
            return f"{format_count(messages, 'message')} moved into CONTEXT.md."
        case RequestShortened(left_out=left_out):
            return f"Left out, to fit the model: {'; '.join(left_out)}"
        case PromptReadInPart():
            return describe_cut(event)
        case ToolServerFailed(problem=problem):
            return f"{problem} Ask the agent to use its tools to try again."
        case ModelCallRetried(problem=problem, wait=wait):
            return f"Trying again in {wait:.0f} s: {problem}"
        case StoreRetried(problem=problem, wait=wait):
            return f"Trying the journal again in {wait:g} s: {problem}"
        case _:
            return ""


def format_card(result: RunResult) -> str:
    """Return the outcome of a finished run in a few lines."""
    lines = [
        f"■ {result.label.rstrip('.')}: {format_facts(result)}",
        *(f"  {each}" for each in format_outcome(result)),
    ]
    return "\n".join(lines)


def format_facts(result: RunResult) -> str:
    """Return the status, number of agents, rounds, duration and cost of a run in one line."""
    facts = [
        result.status.value,
        format_count(len(result.candidates), "agent"),
        *([format_count(result.rounds, "round")] if result.rounds else []),
        f"{result.seconds:.0f} s",
        format_money(result.spent.cost),
    ]
    return " · ".join(facts)


def format_outcome(result: RunResult) -> list[str]:
    """Return lines about the outcome of a run.

    The lines are: the points of each draft, best first; who decided; the problem; the files of the
    answer. Lines that do not apply are left out.
    """
    ranked = sorted(
        ((count_points(result, each.agent), each.agent) for each in result.candidates),
        key=lambda each: -each[0],
    )
    return [
        *([", ".join(f"{name} {points:g}" for points, name in ranked)] if result.votes else []),
        *filter(None, (describe_decision(result), result.problem)),
        *result.answer_files,
    ]


def count_points(result: RunResult, agent: str) -> float:
    """Return the mean of the points that the judges gave the draft of ``agent``."""
    return round(average_points(result.votes, agent) or 0, 1)


def format_details(result: RunResult) -> str:
    """Return the card of the run, every draft, and every score with its reason."""
    lines = [format_card(result)]
    for candidate in result.candidates:
        lines += ["", f"  {candidate.agent}:", candidate.text or candidate.problem]
        for number, text in enumerate(candidate.earlier, start=1):
            lines += ["", f"  {candidate.agent}, draft {number}:", text]
    for ballot in result.votes:
        lines += ["", f"  {ballot.judge} as a judge:"]
        lines += [
            f"    {mark.candidate} {mark.score}/10 ({mark.criterion}) {mark.reason}"
            for mark in ballot.marks
        ]
    return "\n".join(lines)


def _format_event(event: Event) -> str:
    match event:
        case RunLaunched(label=label, agents=agents):
            return f"▶ {label} ({', '.join(agents)})"
        case AgentMoved(done=True, problem=problem):
            done = f"{event.part} {event.round}" if event.round else event.part
            return f"  {event.agent} failed: {problem}" if problem else f"  {event.agent}: {done}"
        case RunEnded(result=result):
            return format_card(result)
        case MessageQueued(place=place):
            return f"Message queued behind {format_count(place, 'message')}."
        case RequestShortened(left_out=left_out):
            return f"  left out: {'; '.join(left_out)}"
        case ApprovalDeclined(tool=tool, reason=reason) if reason == NO_APPROVER:
            return f"{tool} was declined. {reason} To approve everything, start with --yes."
        case StateChanged(before=SessionState.AWAITING_APPROVAL, after=SessionState.IDLE):
            return "Nothing was launched."
        case Compacted() | ToolServerFailed() | TurnCancelled() | PromptReadInPart():
            return format_note(event)
        case _:
            return ""
