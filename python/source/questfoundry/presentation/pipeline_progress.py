"""Show the progress of the whole pipeline, stage by stage, as events report it."""

from questfoundry.domain.events import Event, ModelCallStarted
from questfoundry.domain.events.stages import (
    PhaseCompleted,
    PhaseStarted,
    StageCompleted,
    StageStarted,
    StageTurn,
)
from questfoundry.domain.models.traits import DRAFT_MODEL
from questfoundry.domain.remedy import Undo
from questfoundry.domain.story.player_texts import DREAM, FILL
from questfoundry.presentation.console import Screen
from questfoundry.presentation.progress import Progress
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_changes, format_count
from questfoundry.presentation.usage_counter import UsageCounter


class PipelineProgress(Progress):
    """The progress display of a pipeline run: a line and a summary for each stage.

    If ``is_interactive`` is true or ``verbosity`` is above 0, phases are also shown. An interactive
    run shows no summaries, because the author reviews the artifacts. A story composed from scenes
    (the provider ``draft``) has a summary of its first stage only, since the author wants to play
    it without knowing its endings. ``has_begun`` is true once a stage has started.
    """

    def __init__(self, screen: Screen, *, verbosity: int, is_interactive: bool) -> None:
        super().__init__(screen, verbosity=verbosity)
        self._brief = not (is_interactive or verbosity)
        self._shows_artifacts = is_interactive
        self._phase_name = ""
        self._model = ""
        self.has_begun = False

    def _follow(self, event: Event) -> None:
        match event:
            case StageTurn():
                self.has_begun = True
                self._turn = UsageCounter(self._now())
                self._screen.note(_turn_line(event))
            case StageCompleted():
                if not (self._shows_artifacts or self._spoils(event.stage)):
                    self._screen.show_fields([(each.label, each.text) for each in event.gist])
                seconds = f"{self._now() - self._turn.started_at:.1f} s"
                self._screen.note(f"  finished: {', '.join((*self._format_usage(), seconds))}")
            case StageStarted(resumed=True):
                self._screen.note(f"  continuing run {event.run}")
            case StageStarted():
                if not self._brief:
                    self._screen.note(f"  run {event.run}")
            case PhaseCompleted() if self._brief:
                pass
            case PhaseStarted() if self._brief:
                self._phase_name, self._model = event.phase, event.model
            case ModelCallStarted() if self._brief and self._writing is None:
                self._screen.show_waiting(
                    f"  {', '.join((self._phase_name, *self._format_usage()))} ..."
                )
            case _:
                super()._follow(event)

    def _spoils(self, stage: str) -> bool:
        """Return whether the summary of ``stage`` would tell a newcomer how the draft ends."""
        return self._model == DRAFT_MODEL and stage != DREAM

    def _format_usage(self) -> list[str]:
        replayed = self._turn.replayed
        journal = [f"{replayed} more from the journal"] if replayed else []
        return [format_count(self._turn.calls, "call"), *journal, *self._turn.format_usage()]


def _turn_line(turn: StageTurn) -> str:
    line = f"{turn.stage.upper()} ({turn.place} of {turn.total})"
    if turn.kept:
        return f"{line} is finished"
    if turn.earlier_version is not None:
        back = command_of(Undo(turn.stage))
        return (
            f"{line}: making it again. Version {turn.earlier_version} is kept: {back} restores it."
        )
    if turn.changed:
        what = "writing what is new" if turn.stage == FILL else "making it again"
        return f"{line}: {what}, because {format_changes(turn.changed)}"
    return line
