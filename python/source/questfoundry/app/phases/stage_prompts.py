"""Render a stage's prompt templates with the values that all of its requests share."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import frozen

from questfoundry.app.phases.material import render_material
from questfoundry.app.phases.notes_and_brief import get_brief_marker, get_data_marker
from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.events.stages import PromptCompiled
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import EventSink, PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.wording import Prompt


@frozen(kw_only=True, slots=False)
class StagePrompts:
    """The prompts of one stage, rendered for the models of its phases.

    ``idea``: the author's idea, whether typed or read from an outline.
    """

    stage: ArtifactStage
    story: Story
    inputs: StageInputs
    idea: str
    providers: PhaseProviders
    prompts: PromptRepository
    events: EventSink

    def select_material(self, query: str, phase: Phase) -> str:
        """Return the author's material that matches ``query``, quoted for ``phase``'s model."""
        return render_material(
            query,
            self.inputs.material,
            self.prompts,
            self.providers.get_provider(phase).traits,
            for_prose=self.stage.writes_prose,
        )

    def max_previous_tokens(self, *phases: Phase) -> int:
        """Return how many tokens of a previous artifact fit into requests of ``phases``."""
        windows = (
            self.providers.get_provider(each).traits.capabilities.context_window for each in phases
        )
        return min(windows) // 4

    @property
    def short_idea(self) -> str:
        """The first sentence of the vision, or the idea as long as there is no vision."""
        vision = self.story.vision
        return vision.creative_vision.split(". ")[0].strip() if vision else self.idea.strip()

    @cached_property
    def plain_modes(self) -> Prompt:
        """The texts for each mode of Discuss, without descriptions of fields."""
        return self.render_modes("")

    def render_modes(self, fields: str) -> Prompt:
        """Return the texts for each mode of Discuss; ``fields`` describes the data."""
        marks = {"mark": get_brief_marker(self.prompts), "data_mark": get_data_marker(self.prompts)}
        has_tools = self.providers.discuss.traits.capabilities.tools
        return self.render_stage_template(
            "modes", Phase.DISCUSS, **marks, fields=fields, has_tools=has_tools
        )

    @cached_property
    def _variables(self) -> Mapping[str, Any]:
        own = self.stage.variables(self.story, self.inputs)
        texts = {name: each for name, each in own.items() if isinstance(each, str)}
        return {
            "idea": self.idea.strip(),
            "remark": self.inputs.remark.strip(),
            "said": self.inputs.said,
            "purpose": self.stage.summary,
            "given": {name: each for name, each in texts.items() if name != "language"},
            **own,
        }

    def render_stage_template(self, name: str, phase: Phase, **more: Any) -> Prompt:
        """Return the stage's own template ``name``, rendered like :meth:`render`."""
        return self.render(f"templates/{self.stage.name}/{name}", phase, **more)

    def render(self, template: str, phase: Phase, **more: Any) -> Prompt:
        """Return ``template`` rendered for the model of ``phase``; ``more`` are further values."""
        style = self.providers.get_provider(phase).traits.profile.prompt_style
        prompt = self.prompts.render(template, {**self._variables, **more}, style)
        self.events.emit(PromptCompiled(template=template, source=prompt.source))
        return prompt
