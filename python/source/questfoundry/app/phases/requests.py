"""What a stage would ask next, phase by phase: pure functions from its inputs to a request.

The drivers of the phases send what is made here, and ``PreviewPromptUseCase`` shows it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from questfoundry.app.phases.brief_slices import without
from questfoundry.app.phases.discuss_tools import in_words
from questfoundry.app.phases.finalization import Finalization, finalization
from questfoundry.app.phases.material import material_for
from questfoundry.app.phases.notes_and_brief import (
    brief_below,
    data_mark_of,
    mark_of,
    notes_above,
)
from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.artifacts.view import fields_of
from questfoundry.domain.chat.exchange import NONE, ChatRequest
from questfoundry.domain.chat.messages import Message, Role, system, user
from questfoundry.domain.chat.tokens import estimate_tokens
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.events import PromptCompiled
from questfoundry.domain.models.traits import Phase, StructuredOutput
from questfoundry.domain.prompt import Prompt
from questfoundry.domain.protocols import EventSink, PromptRepository, Tool
from questfoundry.domain.run_inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.shortening import beginning_of

_RESEARCH_TOOLS = "templates/research_tools"
_REDO = "templates/redo"
_AT_ONCE = "at-once"
_ALONE = "alone-brief"
_TOKENS_OF_A_WORD = 2


@frozen(kw_only=True, slots=False)
class PhaseRequests:
    """Makes the requests of one stage.

    ``idea`` is the author's, wherever it came from; ``research`` the tools that Discuss offers
    besides its own, none to a model that cannot call tools. ``before`` is the artifact that is
    made anew, empty where none is.
    """

    stage: ArtifactStage
    story: Story
    inputs: StageInputs
    idea: str
    providers: PhaseProviders
    prompts: PromptRepository
    events: EventSink
    research: Sequence[Tool] = ()
    before: Mapping[str, Any] = field(factory=dict[str, Any])

    @property
    def opening(self) -> Message:
        """What Discuss begins with; where a stage is made anew, the artifact as it is, too."""
        room = self._room_for_earlier(Phase.DISCUSS, Phase.SUMMARIZE)
        fields = fields_of(self.stage.discussed(self.before))
        artifact = "\n".join(_of_field(label, text) for label, text in fields)
        cut = beginning_of(artifact, room // _TOKENS_OF_A_WORD)
        said = self._with_earlier(self._discuss["opening"], "opening", artifact=cut)
        said = _followed(said, self.material(said, Phase.DISCUSS))
        if self.mark:
            # Last, since what is asked for there is what all else is made from.
            said = _followed(said, self._asked_at_once)
        return user(said)

    @cached_property
    def mark(self) -> str:
        """The line below which Discuss asks for the brief as well; empty where Summarize does.

        It is asked for at once where nobody talks with a model that answers much at once, and that
        would sum up by itself (decision 0097), of a stage that has words for it.
        """
        discuss, summarize = self.providers.discuss, self.providers.summarize
        alone = not self.inputs.interactive and discuss.model == summarize.model
        if not alone or not discuss.traits.answers_many:
            return ""
        mark = mark_of(self.prompts)
        asked = self._instruction(mark)
        has_words = mark in asked and f"{_AT_ONCE}-instructions" in self._plain_modes.sections
        return mark if has_words else ""

    @cached_property
    def data(self) -> Finalization | None:
        """As what data Discuss asks for the brief, or its end; ``None`` where it does in prose.

        It does where the first answer of Serialize's, from the same model, can stand there, and the
        stage has words for it (decisions 0105 and 0107).
        """
        providers = self.providers
        if not self.mark or self.before or providers.serialize.model != providers.discuss.model:
            return None
        section = self.stage.asked_first(self.story, self.inputs, providers.serialize.traits)
        if section is None or not section.in_brief:
            return None
        found = finalization(self.stage.name, section, self.prompts)
        return found if found.fields() in self._instruction(self.mark, found) else None

    @cached_property
    def brief(self) -> str:
        """What Serialize works from where there is nothing to talk about; else empty.

        A stage that words what is settled already has words of its own for it, with which it is
        begun where nobody talks (decision 0099). What the author said of it, or laid beside the
        story, is talked about.
        """
        said = self.before or self.inputs.remark.strip() or self.material("", Phase.DISCUSS)
        if not self.mark or said or _ALONE not in self._plain_modes.sections:
            return ""
        return self._plain_modes[_ALONE].strip()

    def material(self, asked: str, phase: Phase) -> str:
        """What of the author's material stands in that phase's request."""
        return material_for(
            asked,
            self.inputs.material,
            self.prompts,
            self.providers.get_provider(phase).traits,
            prose=self.stage.writes_prose,
        )

    def discuss(
        self, history: Sequence[Message], tools: Sequence[ToolDefinition] = ()
    ) -> ChatRequest:
        """The next turn of Discuss after ``history``."""
        traits = self.providers.discuss.traits
        phases = (Phase.DISCUSS, Phase.SUMMARIZE) if self.mark else (Phase.DISCUSS,)
        room = sum(max_tokens_of(each, traits) for each in phases)
        return ChatRequest(
            messages=(system(self._discuss["system"]), *history),
            tools=tuple(tools),
            temperature=temperature_of(Phase.DISCUSS, traits),
            max_tokens=min(room, traits.capabilities.longest_answer),
        )

    def summarize(self, discussion: Sequence[Message]) -> ChatRequest:
        """The discussion in words, and the request to sum it up."""
        traits = self.providers.summarize.traits
        prompt = self._rendered("summarize", Phase.SUMMARIZE, mark="", data_mark="", fields="")
        return ChatRequest(
            messages=(
                system(prompt["system"]),
                *in_words(discussion),
                user(prompt["instruction"]),
            ),
            tool_choice=NONE,
            temperature=temperature_of(Phase.SUMMARIZE, traits),
            max_tokens=max_tokens_of(Phase.SUMMARIZE, traits),
        )

    def serialize(
        self,
        section: Section,
        brief: str,
        discussion: Sequence[Message],
        strategy: StructuredOutput | None = None,
    ) -> tuple[Message, ...]:
        """The first messages of Serialize for a section, by the model's own strategy or another.

        A model that cannot write a good brief is given what the author said as well.
        """
        strategy = strategy or self.providers.serialize.traits.structured_output
        prompt = self._render(
            section.template,
            Phase.SERIALIZE,
            **section.variables,
            brief=self.planned(section, brief),
            remarks=said_by_author(discussion),
            tool_name=f"submit_{self.stage.name}",
            structured_output=strategy.value,
        )
        shown = self.material(f"{prompt['user']}\n{brief}", Phase.SERIALIZE)
        said = _followed(prompt["user"], shown)
        before = section.data_in(self.stage.discussed(self.before))
        part = json.dumps(before, ensure_ascii=False)
        if not any(before.values()) or estimate_tokens(part) > self._room_for_earlier(
            Phase.SERIALIZE
        ):
            return (system(prompt["system"]), user(said))
        asked = self._with_earlier(said, "serialize", part=part)
        return (system(prompt["system"]), user(asked))

    def planned(self, section: Section, brief: str) -> str:
        """The brief as far as the section is made from it."""
        return without(brief, section.settled, among={*self._dilemmas, *section.settled})

    def parted(self, section: Section, brief: str) -> tuple[str, str]:
        """What of the brief the section is made from, and what it holds of the section as data."""
        if self.data is None:
            return brief, ""
        mark = data_mark_of(self.prompts)
        if section.name == self.data.section.name:
            return brief, brief_below(brief, mark) or brief
        return notes_above(brief, mark) or brief, ""

    def _with_earlier(self, said: str, name: str, *, artifact: str = "", part: str = "") -> str:
        """What is said, then how it was before, in the words that suit the model."""
        if not self.before:
            return said
        phase = Phase.DISCUSS if artifact else Phase.SERIALIZE
        style = self.providers.get_provider(phase).traits.profile.prompt_style
        shown = self.prompts.render(_REDO, {"artifact": artifact, "part": part}, style)[name]
        return f"{said}\n\n{shown}".strip()

    def _room_for_earlier(self, *phases: Phase) -> int:
        """Tokens that the artifact before may take: a quarter of the smallest window."""
        windows = (
            self.providers.get_provider(each).traits.capabilities.context_window for each in phases
        )
        return min(windows) // 4

    @cached_property
    def _dilemmas(self) -> tuple[str, ...]:
        return tuple(each.id for each in self.story.dilemmas)

    @cached_property
    def _asked_at_once(self) -> str:
        """What Summarize asks for, as Discuss does, or Serialize after it."""
        return self._instruction(self.mark, self.data)

    def _instruction(self, mark: str, data: Finalization | None = None) -> str:
        more = {**data.section.variables, "fields": data.fields()} if data else {"fields": ""}
        more |= {"mark": mark, "data_mark": data_mark_of(self.prompts)}
        return self._rendered("summarize", Phase.DISCUSS, **more)["instruction"]

    @cached_property
    def _plain_modes(self) -> Prompt:
        return self._modes("")

    def _modes(self, fields: str) -> Prompt:
        marks = {"mark": mark_of(self.prompts), "data_mark": data_mark_of(self.prompts)}
        return self._rendered("modes", Phase.DISCUSS, **marks, fields=fields)

    @cached_property
    def _discuss(self) -> Prompt:
        mode = "interactive" if self.inputs.interactive else "direct"
        mode = _AT_ONCE if self.mark else mode
        fields = self.data.fields() if self.data else ""
        modes = self._modes(fields) if fields else self._plain_modes
        return self._rendered(
            "discuss",
            Phase.DISCUSS,
            mode_instructions=modes[f"{mode}-instructions"],
            mode_reminder=modes[f"{mode}-reminder"],
            fields=fields,
            research_tools_section=self._research_tools(),
        )

    def _research_tools(self) -> str:
        if not self.research:
            return ""
        tools = [tool.definition for tool in self.research]
        return self.prompts.render(_RESEARCH_TOOLS, {"tools": tools})["section"]

    @cached_property
    def _variables(self) -> Mapping[str, Any]:
        """What all templates of the stage may speak of: the author's words, and the stage's own."""
        return {
            "idea": self.idea.strip(),
            "remark": self.inputs.remark.strip(),
            "said": self.inputs.said,
            **self.stage.variables(self.story, self.inputs),
        }

    def _rendered(self, name: str, phase: Phase, **more: Any) -> Prompt:
        return self._render(f"templates/{self.stage.name}/{name}", phase, **more)

    def _render(self, template: str, phase: Phase, **more: Any) -> Prompt:
        style = self.providers.get_provider(phase).traits.profile.prompt_style
        prompt = self.prompts.render(template, {**self._variables, **more}, style)
        self.events.emit(PromptCompiled(template=template, source=prompt.source))
        return prompt


def said_by_author(discussion: Sequence[Message]) -> tuple[str, ...]:
    """What the author said after the opening."""
    return tuple(message.content.strip() for message in discussion[1:] if message.role is Role.USER)


def _followed(said: str, material: str) -> str:
    return f"{said}\n\n{material}" if material else said


def _of_field(label: str, text: str) -> str:
    return f"{label}:\n{text}" if "\n" in text else f"{label}: {text}"
