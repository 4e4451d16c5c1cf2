"""Show the progress of a stage and of the writing of passages, as events report it."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic

from questfoundry.domain.events import (
    AnswerCut,
    AnswerMended,
    Event,
    ModelCallFinished,
    ModelCallRetried,
    ModelCallStarted,
    PromptReadInPart,
    RequestShortened,
    SectionAskedAgain,
    StoreRetried,
    ToolCallFinished,
    ToolCallStarted,
    ToolWithdrawn,
    ValidationFailed,
    ValidationPassed,
    ValidationStarted,
)
from questfoundry.domain.events.stages import (
    AuthorAsked,
    AuthorLineRefused,
    AuthorLineReplayed,
    MadeFromStale,
    ModelsChosen,
    NotFollowed,
    PassageAskedAgain,
    PassageWritten,
    PhaseCompleted,
    PhaseStarted,
    PromptCompiled,
    ReadingFailed,
    ScenesRewritten,
    StageStarted,
    WholeRead,
    WholeReadingStarted,
    WholeUnread,
    WritingStarted,
)
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.run.unmet_request import UnmetRequest
from questfoundry.domain.text.wording import as_json
from questfoundry.presentation.console import Screen
from questfoundry.presentation.plan_view import format_unmet
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import clip, describe_cut, format_count, join_lines
from questfoundry.presentation.usage_counter import (
    UsageCounter,
    format_phase_usage,
    format_writing_usage,
)

_LONGEST = 160
"""The maximum length of a fault or finding in the progress display, in terminal cells."""


class Progress(EventSink):
    """The progress display of a stage, written to the screen as lines.

    ``verbosity``: 0 shows phases; 1 and 2 show more.
    ``now``: The function that returns the time in seconds.
    ``run``: The id of the run, once it has started.
    ``prices``: The prices of models, once they are known.

    A terminal shows the number of written passages in one line that changes. Other outputs get a
    new line after each tenth of the passages.
    """

    def __init__(
        self, screen: Screen, *, verbosity: int, now: Callable[[], float] = monotonic
    ) -> None:
        self._screen = screen
        self._verbosity = verbosity
        self._now = now
        self._phase = UsageCounter()
        self._turn = UsageCounter()
        self._writing: UsageCounter | None = None
        self.run: str | None = None
        self.prices: PriceBook | None = None
        self._origins: Mapping[str, str] = {}
        self._last_shortened: RequestShortened | None = None
        self._reported_unmet: set[UnmetRequest] = set()
        self._repeated: dict[str, Sequence[str]] = {}
        self._suspected: set[str] = set()

    def emit(self, event: Event) -> None:
        """Show ``event`` if ``verbosity`` includes it, and count the usage of model calls."""
        self._follow(event)
        self._follow_writing(event)
        lines = [*self._list_unmet(event), _describe_stage(event), _describe_wait(event)]
        lines += [_describe_review(event)]
        lines += [self._describe_detail(event)] if self._verbosity >= 1 else []
        lines += [_describe_everything(event)] if self._verbosity >= 2 else []
        for line in filter(None, lines):
            self._screen.note(line)
        if isinstance(event, StageStarted):
            self.run = event.run
        if isinstance(event, ModelCallFinished):
            cost = self.prices.cost(event.model, event.usage) if self.prices else None
            for tally in filter(None, (self._phase, self._turn, self._writing)):
                tally.add_call(event, cost)

    def has_begun_run(self) -> bool:
        """Return whether a run has started, which can be resumed."""
        return self.run is not None

    def _list_unmet(self, event: Event) -> list[str]:
        if not isinstance(event, NotFollowed):
            return []
        new = [each for each in event.unmet if each not in self._reported_unmet]
        self._reported_unmet.update(new)
        return format_unmet(new)

    def _follow(self, event: Event) -> None:
        match event:
            case ModelsChosen():
                self._origins = event.origins
            case StageStarted():
                run = f"continuing run {event.run}" if event.resumed else f"run {event.run}"
                self._screen.note(f"{event.stage.upper()}: {run}")
            case PhaseStarted():
                self._phase = UsageCounter()
                self._screen.note(f"{event.phase.capitalize()} with {event.model}")
            case ModelCallStarted() if self._writing is None:
                self._screen.show_waiting(f"  waiting for {event.model} ...")
            case ModelCallFinished() if self._writing is None:
                self._screen.finish_line()
            case AuthorLineReplayed():
                self._screen.stream(f"> {event.line}\n")
            case RequestShortened() if self._writing is None and event != self._last_shortened:
                self._last_shortened = event
                self._screen.note(f"  left out: {'; '.join(event.left_out)}")
            case PromptReadInPart() if event.model not in self._suspected:
                self._suspected.add(event.model)
                self._screen.note(f"  {describe_cut(event)}")
            case PhaseCompleted():
                self._screen.note(f"  {', '.join(format_phase_usage(event, self._phase))}")

    def _follow_writing(self, event: Event) -> None:
        match event:
            case WritingStarted():
                self._writing = UsageCounter(self._now())
                passages = format_count(event.passages, "passage")
                asked = f"{event.passages - event.kept} of " if event.kept else ""
                self._screen.note(f"Writing {asked}{passages} with {event.model}")
            case PassageAskedAgain() if self._writing:
                self._repeated[event.passage] = event.findings
            case PassageWritten() if self._writing:
                self._writing.add_passage(event)
                self._report_passage(event)
                if event.done < event.total:
                    self._report_count(event, self._writing)
                else:
                    seconds = self._now() - self._writing.started_at
                    parts = format_writing_usage(event, self._writing, seconds)
                    self._screen.note(f"  {', '.join(parts)}")
                    self._writing = None

    def _report_passage(self, event: PassageWritten) -> None:
        reasons = self._repeated.pop(event.passage, ())
        if event.kept:
            return
        title = join_lines(event.title or event.passage)
        self._screen.note(f"  {title}, {format_count(event.words, 'word')}")
        if event.findings:
            self._screen.note(f"    finding: {_format_first(event.findings, 'finding')}")
        elif reasons:
            self._screen.note(f"    rewritten because of: {_format_first(reasons, 'finding')}")

    def _report_count(self, event: PassageWritten, writing: UsageCounter) -> None:
        done = f"{event.done} of {format_count(event.total, 'passage')}"
        left = writing.format_time_left(self._now, event.total - event.done)
        line = f"  {', '.join((done, *writing.format_usage(), *left))}"
        tenths = event.done * 10 // event.total
        if self._screen.is_live:
            self._screen.show_waiting(line)
        elif tenths > writing.tenths:
            writing.tenths = tenths
            self._screen.note(line)

    def _describe_detail(self, event: Event) -> str:
        match event:
            case PhaseStarted() if event.phase in self._origins:
                return f"  model chosen by {self._origins[event.phase]}"
            case PromptCompiled():
                return f"  prompt {event.template} from {event.source}"
            case ToolCallStarted():
                return f"  tool {event.tool} {as_json(dict(event.arguments))}"
            case ToolCallFinished():
                return f"  tool {event.tool}: {event.result}, {event.size:,} characters"
            case ReadingFailed() if event.reading != "whole":
                return f"  no {event.reading} of {event.passage}: no valid answer"
            case RequestShortened() if self._writing is not None:
                return f"  left out of {event.scope}: {'; '.join(event.left_out)}"
            case ToolWithdrawn():
                return f"  tool {event.tool} is no longer offered: {event.reason}"
        return ""


def _describe_wait(event: Event) -> str:
    match event:
        case ModelCallRetried():
            return f"  waiting {round(event.wait, 1):g} s: {event.problem}"
        case StoreRetried():
            return f"  trying the journal again in {event.wait:g} s: {event.problem}"
    return ""


def _describe_stage(event: Event) -> str:
    match event:
        case ModelsChosen(note=note) if note:
            return (
                f"{note} To choose another model: --provider PROVIDER/MODEL "
                "(qf models ask lists them)."
            )
        case MadeFromStale():
            names = " and ".join(each.upper() for each in event.stale)
            are = "is" if len(event.stale) == 1 else "are"
            return f"{event.stage.upper()} is made from {names}, which {are} out of date."
        case AuthorAsked(turns_left=1):
            return "The next answer is the last one in this discussion."
        case AuthorAsked(turns_left=0):
            return "This was the last answer. What you add now goes straight into the summary."
        case AuthorLineRefused():
            return f"This message was ignored: {event.problem}"
        case SectionAskedAgain():
            return f"  {event.section} is requested again: {_format_first(event.faults, 'fault')}"
        case AnswerCut():
            return f"  shortened because it was still too long: {', '.join(event.fields)}"
        case AnswerMended():
            mended = "still broke rules and was replaced by the nearest valid version"
            return f"  {event.section} {mended}"
    return ""


def _describe_review(event: Event) -> str:
    match event:
        case WholeReadingStarted():
            arcs = format_count(event.arcs, "whole playthrough")
            return f"Reviewing {arcs} with {event.model}"
        case WholeRead():
            return f"  {_format_review(event)}"
        case ScenesRewritten():
            scenes = format_count(len(event.passages), "weak scene")
            told = f"{scenes} rewritten" if event.passages else "no scene rewritten"
            return f"Drama review by {event.model}: {told}"
        case ReadingFailed(reading="drama"):
            return "  the drama was not reviewed: the model gave no valid answer"
        case ReadingFailed(reading="whole"):
            return "  one playthrough was not reviewed: the model gave no valid answer"
        case WholeUnread():
            why = event.problem or f"{event.model} cannot review prose."
            return f"  The full review was skipped: {why}"
    return ""


def _describe_everything(event: Event) -> str:
    match event:
        case ModelCallStarted():
            return f"  asking {event.model}, about {event.input_tokens:,} tokens"
        case ModelCallFinished():
            how = "from the journal" if event.replayed else f"after {event.seconds:.1f} s"
            tokens = format_count(event.usage.output_tokens, "token")
            return f"  answer {how}: {tokens}, {event.finish_reason}"
        case ValidationStarted():
            return f"  checking attempt {event.attempt}"
        case ValidationFailed():
            return f"  attempt {event.attempt}: {event.field}: {event.issue}"
        case ValidationPassed():
            return f"  attempt {event.attempt} is valid"
    return ""


def _format_first(texts: Sequence[str], noun: str) -> str:
    more = f" (and {format_count(len(texts) - 1, f'other {noun}')})" if len(texts) > 1 else ""
    return f"{clip(texts[0], _LONGEST)}{more}" if texts else ""


def _format_review(event: WholeRead) -> str:
    if not event.findings:
        return "no findings"
    count = f"{format_count(event.findings, 'finding')}, {event.serious} of them serious"
    parts = [count]
    if event.exchanged:
        parts.append(f"{event.exchanged} fixed by small edits")
    if event.mended:
        parts.append(f"{format_count(len(event.mended), 'passage')} rewritten")
    summary = "; ".join(parts)
    if event.mended or event.exchanged == event.findings:
        return summary
    return f"{summary}: see `{command_of(SimpleAction.CHECK_STRUCTURE)}`"
