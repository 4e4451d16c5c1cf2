"""How a stage goes on: its turn, its models, its phases, and what its author said."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events.event import Event
from questfoundry.domain.summary import Summary
from questfoundry.domain.unmet_request import UnmetRequest


@frozen(kw_only=True)
class StageTurn(Event):
    """The pipeline came to a stage, the ``place``-th of ``total``.

    ``kept`` where it is settled already; ``changed`` names the stages because of which it is
    made anew.
    """

    stage: str
    place: int
    total: int
    kept: bool
    changed: tuple[str, ...] = ()


@frozen(kw_only=True)
class MadeFromStale(Event):
    """A stage is made, though these before it should be made anew."""

    stage: str
    stale: tuple[str, ...]


@frozen(kw_only=True)
class ModelsChosen(Event):
    """The models of a run were chosen, and are not those of the run before.

    ``origins`` says by phase what chose its model; ``note`` what the author should know of it.
    """

    origins: Mapping[str, str]
    note: str = ""


@frozen(kw_only=True)
class StageStarted(Event, name="stage_execute_start"):
    """A stage began, or goes on where ``resumed``."""

    stage: str
    run: str
    interactive: bool
    prompt_length: int
    resumed: bool = False


@frozen(kw_only=True)
class PromptCompiled(Event):
    """A prompt was rendered."""

    template: str
    source: str


@frozen(kw_only=True)
class PhaseStarted(Event, name="phase_start"):
    """A phase of a stage began."""

    stage: str
    phase: str
    model: str


@frozen(kw_only=True)
class PhaseCompleted(Event, name="phase_complete"):
    """A phase ended; ``rounds`` counts turns of Discuss and attempts of Serialize.

    Those of Summarize are none where Discuss ended with the brief, and nobody had to be asked.
    ``sections`` are the parts that Serialize made, each in one attempt or more.
    """

    stage: str
    phase: str
    rounds: int
    sections: int = 1
    usage: Usage


@frozen(kw_only=True)
class AuthorLineReplayed(Event):
    """A line that the author typed before the run was interrupted counts again."""

    line: str


@frozen(kw_only=True)
class AuthorLineRefused(Event):
    """A line that the author typed is too long for the model, and does not count."""

    problem: str


@frozen(kw_only=True)
class NotFollowed(Event):
    """Something that the author asked for is not in what a stage, or a rewriting, makes."""

    stage: str
    unmet: tuple[UnmetRequest, ...]


@frozen(kw_only=True)
class StageCompleted(Event, name="stage_complete"):
    """An artifact was accepted; ``gist`` says what it is."""

    stage: str
    run: str
    llm_calls: int
    tokens_used: int
    gist: Summary = ()


@frozen(kw_only=True)
class StageFailed(Event):
    """A stage ended without an artifact; it can be resumed."""

    stage: str
    run: str
    problem: str
