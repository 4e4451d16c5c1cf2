"""Define the events of a stage's progress: its models, its phases and the author's input."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.artifacts.summary import Summary
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events.event import Event
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
