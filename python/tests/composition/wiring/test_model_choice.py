"""The models that a project continues with if the author names none."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from questfoundry.composition.registries.providers import DefaultModel
from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.model_choice import ModelChoice, choose_models
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.models.traits import ModelRef, Phase
from questfoundry.domain.run.inputs import BookChatInputs, RunInputs, StageInputs
from questfoundry.domain.run.record import RunStatus
from questfoundry.testing.memory import InMemoryRunRepository

BEGUN = "openai/gpt-4o"
BUILT_IN = ModelRef("local", "smollm2-135m")


class Begun:
    """A project with earlier runs, and the models that it would choose now."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._runs = InMemoryRunRepository()

    def made(
        self,
        model: str,
        inputs: RunInputs | None = None,
        status: RunStatus = RunStatus.COMPLETED,
        roles: Iterable[str] = tuple(Phase),
    ) -> None:
        models: dict[str, Any] = {str(role): {"model": model, "traits": {}} for role in roles}
        now = datetime(2026, 1, 1, tzinfo=UTC)
        inputs = inputs or StageInputs()
        run = self._runs.begin("dream", inputs=inputs, models=models, started_at=now)
        self._runs.save(evolve(run, status=status))

    def choice(self, flags: SourceChoices | None = None, **env: str) -> ModelChoice:
        return choose_models(
            load_settings(self._folder, env),
            flags=flags or SourceChoices(),
            runs=self._runs,
            resumed=None,
            default_model=lambda _: DefaultModel(ref=BUILT_IN, reason="nobody chose"),
        )

    def models(self, **env: str) -> set[str]:
        return {str(each.ref) for each in self.choice(**env).chosen.values()}


def test_later_stages_go_on_with_the_model_of_the_stage_before(tmp_path: Path) -> None:
    """A story that changes its model midway would change its voice."""
    project = Begun(tmp_path)
    assert project.models() == {str(BUILT_IN)}
    project.made(BEGUN)
    assert project.models() == {BEGUN}
    assert BEGUN in project.choice().note


def test_a_run_without_the_models_of_a_stage_is_left_out_and_not_replayed(tmp_path: Path) -> None:
    """A run of agents, or a damaged record, must neither end a command nor be replayed."""
    project = Begun(tmp_path)
    project.made(BEGUN)
    project.made("openai/gpt-4.1", roles=["ann", "ben"])
    assert project.models() == {BEGUN}
    with pytest.raises(InputError, match="'dream-2' is not the run of a stage"):
        project.choice(SourceChoices(general="replay/dream-2"))


def test_whoever_goes_on_in_one_command_is_told_of_no_other_model(tmp_path: Path) -> None:
    """Repeating the note about an unchanged model would annoy the author."""
    project = Begun(tmp_path)
    first = project.choice()
    project.made(str(BUILT_IN))
    assert project.choice().models == first.models
    project.made(BEGUN)
    assert project.choice().models != first.models


def test_a_model_that_is_named_counts(tmp_path: Path) -> None:
    """A named model must win over the project's earlier model."""
    project = Begun(tmp_path)
    project.made(BEGUN)
    named = "ollama/qwen3:8b"
    assert project.models(QF_PROVIDER=named) == {named}
    one = project.choice(SourceChoices(phases={Phase.DISCUSS: named}))
    assert [str(one.chosen[phase].ref) for phase in Phase] == [named, BEGUN, BEGUN]
    assert one.note


def test_what_made_no_stage_or_is_gone_is_no_beginning(tmp_path: Path) -> None:
    """A chat, a failed run or a removed provider must not decide the model of the next stage."""
    project = Begun(tmp_path)
    project.made(BEGUN, BookChatInputs(conversation="c", message="m"))
    project.made(BEGUN, status=RunStatus.FAILED)
    project.made("replay/dream-1", StageInputs(source="dream-1"))
    assert project.models() == {str(BUILT_IN)}
    project.made("gone/model")
    assert project.models() == {str(BUILT_IN)}


class UnreadRuns(InMemoryRunRepository):
    """Runs that a choice of models may not read."""

    def list(self, task: str | None = None, status: RunStatus | None = None) -> list[Any]:
        raise AssertionError(task, status)


def test_the_runs_are_not_read_if_each_phase_has_a_named_model(tmp_path: Path) -> None:
    """A project with hundreds of talks about a book would read all of them in each talk."""
    choice = choose_models(
        load_settings(tmp_path, {"QF_PROVIDER": BEGUN}),
        flags=SourceChoices(),
        runs=UnreadRuns(),
        resumed=None,
        default_model=lambda _: DefaultModel(ref=BUILT_IN, reason="nobody chose"),
    )
    assert {str(each.ref) for each in choice.chosen.values()} == {BEGUN}
