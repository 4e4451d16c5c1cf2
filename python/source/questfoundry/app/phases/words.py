"""The words of a stage's three phases, rendered from ``prompts/`` for the models that read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.phases.runner import PhasePrompts
from questfoundry.app.stages.stage import Section
from questfoundry.domain.chat.messages import Message, system, user
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.events import PromptCompiled
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.prompt import Prompt
from questfoundry.domain.protocols import EventSink, PromptRepository

RESEARCH_TOOLS = "templates/research_tools"


@frozen(kw_only=True)
class Words:
    """Renders the prompts of one stage; ``variables`` are the stage's own and the author's."""

    stage: str
    providers: PhaseProviders
    prompts: PromptRepository
    events: EventSink
    variables: Mapping[str, Any]

    def phases(self, *, interactive: bool, tools: Sequence[ToolDefinition]) -> PhasePrompts:
        """The words of Discuss and Summarize, and how Serialize will speak."""
        mode = "interactive" if interactive else "direct"
        modes = self._render("modes", Phase.DISCUSS)
        discuss = self._render(
            "discuss",
            Phase.DISCUSS,
            mode_instructions=modes[f"{mode}-instructions"],
            mode_reminder=modes[f"{mode}-reminder"],
            research_tools_section=self._research_tools(tools),
        )
        summarize = self._render("summarize", Phase.SUMMARIZE)
        return PhasePrompts(
            discuss_system=discuss["system"],
            opening=discuss["opening"],
            summarize_system=summarize["system"],
            summarize_instruction=summarize["instruction"],
            serialize=self.serialize,
        )

    def serialize(self, section: Section, brief: str, remarks: Sequence[str]) -> Sequence[Message]:
        """The first messages of Serialize for a section.

        A model that cannot write a good brief is given the author's ``remarks`` as well.
        """
        traits = self.providers.serialize.traits
        prompt = self._rendered(
            section.template,
            Phase.SERIALIZE,
            **section.variables,
            brief=brief,
            remarks=remarks,
            tool_name=f"submit_{self.stage}",
            structured_output=traits.structured_output.value,
        )
        return (system(prompt["system"]), user(prompt["user"]))

    def _research_tools(self, tools: Sequence[ToolDefinition]) -> str:
        if not tools:
            return ""
        prompt = self.prompts.render(RESEARCH_TOOLS, {"tools": tools})
        return prompt["section"]

    def _render(self, name: str, phase: Phase, **more: Any) -> Prompt:
        return self._rendered(f"templates/{self.stage}/{name}", phase, **more)

    def _rendered(self, template: str, phase: Phase, **more: Any) -> Prompt:
        style = self.providers.of(phase).traits.profile.prompt_style
        prompt = self.prompts.render(template, {**self.variables, **more}, style)
        self.events.emit(PromptCompiled(template=template, source=prompt.source))
        return prompt
