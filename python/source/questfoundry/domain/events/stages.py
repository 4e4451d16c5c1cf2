"""Define the events of a stage: its phases, the author's input, and the prose of FILL."""

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import Event
from questfoundry.domain.run.unmet_request import UnmetRequest


@frozen(kw_only=True)
class StageTurn(Event):
    """The event that the pipeline reached a stage, which is number ``place`` of ``total`` stages.

    ``kept``: whether the finished stage is kept as it is.
    ``changed``: the earlier stages whose change requires this stage to run again.
    ``earlier_version``: the stored version that a regeneration replaces, if there is one.
    """

    stage: str
    place: int
    total: int
    kept: bool
    changed: tuple[str, ...] = ()
    earlier_version: int | None = None


@frozen(kw_only=True)
class MadeFromStale(Event):
    """The event that a stage is generated although the earlier stages in ``stale`` are outdated."""

    stage: str
    stale: tuple[str, ...]


@frozen(kw_only=True)
class ModelsChosen(Event):
    """The event that models were chosen.

    ``origins``: for each phase, the setting that names its model, such as an option of ``qf``.
    """

    origins: Mapping[str, str]
    note: str = ""


@frozen(kw_only=True)
class StageStarted(Event, name="stage_execute_start"):
    """The event that a stage started; if ``resumed`` is true, it continues an interrupted run."""

    stage: str
    run: str
    interactive: bool
    prompt_length: int
    resumed: bool = False


@frozen(kw_only=True)
class PromptCompiled(Event):
    """The event that a prompt was rendered from the template ``template``."""

    template: str
    source: str


@frozen(kw_only=True)
class PhaseStarted(Event, name="phase_start"):
    """The event that a phase of a stage (Discuss, Summarize or Serialize) started."""

    stage: str
    phase: str
    model: str


@frozen(kw_only=True)
class PhaseCompleted(Event, name="phase_complete"):
    """The event that a phase of a stage (Discuss, Summarize or Serialize) ended.

    ``rounds``: the number of turns in Discuss, or of attempts in Serialize. For Summarize, it is 0
      if Discuss already ended with the summary (the brief).
    """

    stage: str
    phase: str
    rounds: int
    sections: int = 1
    usage: Usage


@frozen(kw_only=True)
class AuthorAsked(Event):
    """The event that the author's next line is about to be read.

    ``turns_left``: how many turns the model has left in the discussion; with 0, it does not answer.
    """

    turns_left: int


@frozen(kw_only=True)
class AuthorLineReplayed(Event):
    """The event that a resumed run reuses a line that the author typed before the interruption."""

    line: str


@frozen(kw_only=True)
class AuthorLineRefused(Event):
    """The event that a line of the author was ignored: too long, or an unknown slash command."""

    problem: str


@frozen(kw_only=True)
class NotFollowed(Event):
    """The event that a stage or a rewrite did not follow some of the author's requests."""

    stage: str
    unmet: tuple[UnmetRequest, ...]


@frozen(kw_only=True)
class StageCompleted(Event, name="stage_complete"):
    """The event that the artifact of a stage was accepted; ``gist`` summarises the artifact."""

    stage: str
    run: str
    llm_calls: int
    tokens_used: int
    gist: Summary = ()


@frozen(kw_only=True)
class StageFailed(Event):
    """The event that a stage ended without an artifact; the run can be resumed."""

    stage: str
    run: str
    problem: str


@frozen(kw_only=True)
class WritingStarted(Event, name="writing_start"):
    """The event that the writing of the prose starts; ``kept`` passages are not rewritten."""

    model: str
    passages: int
    kept: int = 0


@frozen(kw_only=True)
class PassageStarted(Event, name="passage_start"):
    """The event that the writing of a passage starts; several passages may be written at once."""

    passage: str


@frozen(kw_only=True)
class PassageAskedAgain(Event):
    """The event that another draft is requested, because of ``findings`` in the last draft."""

    passage: str
    findings: tuple[str, ...]


@frozen(kw_only=True)
class PassageWritten(Event):
    """The event that a passage is written (or ``kept``); ``findings`` are its open problems."""

    passage: str
    title: str
    done: int
    total: int
    words: int
    findings: tuple[str, ...]
    kept: bool = False


@frozen(kw_only=True)
class ReadingFailed(Event):
    """The event that a model gave no valid review or analysis of prose from ``passage`` on."""

    reading: str
    passage: str
    problem: str


@frozen(kw_only=True)
class WholeReadingStarted(Event, name="whole_reading_start"):
    """The event that the full review of the story starts, along ``arcs`` playthroughs."""

    model: str
    arcs: int


@frozen(kw_only=True)
class WholeRead(Event):
    """The event that the full review of the story ended.

    ``exchanged``: the number of problems that were solved by a replacement of a few words.
    ``mended``: the passages that are rewritten; then the story is reviewed again.
    """

    findings: int
    serious: int
    exchanged: int = 0
    mended: tuple[str, ...] = ()


@frozen(kw_only=True)
class ScenesRewritten(Event):
    """The event that a second reader judged the drama, and that ``passages`` were rewritten."""

    model: str
    passages: tuple[str, ...]


@frozen(kw_only=True)
class WholeUnread(Event):
    """The event that the full review, or a part of it, was skipped.

    ``problem``: the message of the used-up budget; empty if the model cannot review prose.
    """

    model: str
    problem: str = ""
