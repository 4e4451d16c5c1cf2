"""Define the events of a stage: its phases, the author's input, and the prose of FILL."""

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events.calls import Event
from questfoundry.domain.run.unmet_request import UnmetRequest


@frozen(kw_only=True)
class StageTurn(Event):
    """The event that the pipeline reached a stage, which is number ``place`` of ``total`` stages.

    ``kept``: whether the stage is already finished and stays as it is.
    ``changed``: the earlier stages whose changes cause this
      stage to be regenerated.
    """

    stage: str
    place: int
    total: int
    kept: bool
    changed: tuple[str, ...] = ()


@frozen(kw_only=True)
class MadeFromStale(Event):
    """The event that a stage is generated although the earlier stages in ``stale`` are outdated."""

    stage: str
    stale: tuple[str, ...]


@frozen(kw_only=True)
class ModelsChosen(Event):
    """The event that models were chosen for a run; an unchanged choice is not announced again.

    ``origins``: for each phase, the name of the setting that chose
      the model of the phase.
    ``note``: a remark for the author.
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

    ``rounds``: the number of turns in Discuss, or of attempts in Serialize. The number is 0 for
      Summarize if Discuss already ended with the brief, the text from which Serialize works.
    ``sections``: the number of parts of the artifact that Serialize made.
    """

    stage: str
    phase: str
    rounds: int
    sections: int = 1
    usage: Usage


@frozen(kw_only=True)
class AuthorLineReplayed(Event):
    """The event that a resumed run reuses a line that the author typed before the interruption."""

    line: str


@frozen(kw_only=True)
class AuthorLineRefused(Event):
    """The event that a line of the author was ignored, because it is too long for the model."""

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
    """The event that the writing of passages starts, after the voice is decided.

    ``passages`` is the number of all passages, ``kept`` the number of passages that are reused and
    not written.
    """

    model: str
    passages: int
    kept: int = 0


@frozen(kw_only=True)
class PassageStarted(Event, name="passage_start"):
    """The event that the writing of a passage starts; several passages may be written at once."""

    passage: str


@frozen(kw_only=True)
class PassageAskedAgain(Event):
    """The event that another draft of a passage is requested, because of ``findings``.

    The findings are problems that checks or reviewers found in the last draft.
    """

    passage: str
    findings: tuple[str, ...]


@frozen(kw_only=True)
class PassageWritten(Event):
    """The event that a passage is written; ``done`` of ``total`` passages are finished.

    ``findings`` are the problems left after the last revision. ``kept`` is true if the passage
    existed before and is reused.
    """

    passage: str
    title: str
    done: int
    total: int
    words: int
    findings: tuple[str, ...]
    kept: bool = False


@frozen(kw_only=True)
class ReadingFailed(Event):
    """The event that a model gave no valid answer to a request to review or analyse prose.

    ``reading`` names the kind of request, ``passage`` the first passage of the prose.
    """

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

    ``findings``, ``serious``: the numbers of all problems found, and of the serious problems.
    ``exchanged``: the number of problems that were solved by a replacement of a few words.
    ``mended``: the passages that are rewritten because of other problems. After the rewrite, the
      story is reviewed again.
    """

    findings: int
    serious: int
    exchanged: int = 0
    mended: tuple[str, ...] = ()


@frozen(kw_only=True)
class WholeUnread(Event):
    """The event that the full review, or a part of it, was skipped.

    ``problem`` says that the budget is spent. It is empty if the model is not able to review prose.
    """

    model: str
    problem: str = ""
