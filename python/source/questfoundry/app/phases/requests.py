"""Build the next request of each phase from a stage's inputs, without calling a model.

Runs send these requests, and ``PreviewPromptUseCase`` shows them.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.app.phases.discuss_tools import ReadyToSummarize, to_plain_messages
from questfoundry.app.phases.finalization import Finalization, build_finalization
from questfoundry.app.phases.material import get_material_limit
from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.app.phases.stage_prompts import (
    StagePrompts,
    extract_brief,
    extract_notes,
    get_brief_marker,
    get_data_marker,
    remove_parts,
)
from questfoundry.app.stages.section import Section, SectionRequests
from questfoundry.domain.artifacts.version import fields_of
from questfoundry.domain.chat.exchange import NONE, ChatRequest, RequestSubject, estimate_tokens
from questfoundry.domain.chat.messages import Message, Role, ToolDefinition, system, user
from questfoundry.domain.models.traits import Phase, StructuredOutput
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.text.wording import Prompt
from questfoundry.domain.writing.fitting import beginning_of

_RESEARCH_TOOLS = "templates/research_tools"
_RERUN_TEMPLATE = "templates/redo"
_IMMEDIATE = "at-once"
_PRESET_BRIEF = "alone-brief"
_TOKENS_PER_WORD = 2


@frozen(kw_only=True, slots=False)
class PhaseRequests(StagePrompts):
    """A builder of all model requests of one stage.

    ``research``: the research tools that Discuss offers; empty for a model that cannot
        call tools.
    ``has_research``: whether these tools are a reason for a discussion.
    ``previous_artifact``: the artifact that a rerun replaces; empty for other runs.
    """

    research: Sequence[Tool] = ()
    has_research: bool = False
    previous_artifact: Mapping[str, Any] = field(factory=dict[str, Any])

    @property
    def opening(self) -> Message:
        """The first message of Discuss; in a rerun it includes the artifact to be replaced."""
        room = self.max_previous_tokens(Phase.DISCUSS, Phase.SUMMARIZE)
        fields = fields_of(self.stage.discussion_data(self.previous_artifact))
        artifact = "\n".join(_format_field(label, text) for label, text in fields)
        shortened = beginning_of(artifact, room // _TOKENS_PER_WORD)
        text = self._append_previous(self._discuss_prompt["opening"], "opening", artifact=shortened)
        text = _append(text, self.select_material(text, Phase.DISCUSS))
        if self.brief_marker:
            # The instruction comes last, because everything else builds on its answer.
            more = self._render_instruction(self.brief_marker, self.combined_finalization)
            text = _append(text, more)
        return user(text)

    @cached_property
    def brief_marker(self) -> str:
        """The line that precedes the brief (the discussion's summary) in a Discuss reply.

        It is empty if Summarize is a separate phase. Discuss and Summarize are merged if the phases
        are condensed, there is no author, and one capable model serves both phases. The stage's
        prompts must also provide for the merged reply (decision 0017).
        """
        discuss, summarize = self.providers.discuss, self.providers.summarize
        is_single_model = not self.inputs.interactive and discuss.model == summarize.model
        is_full = self.inputs.phases is PhaseMode.FULL
        if is_full or not is_single_model or not discuss.traits.can_answer_many:
            return ""
        marker = get_brief_marker(self.prompts)
        instruction = self._render_instruction(marker)
        has_words = (
            marker in instruction and f"{_IMMEDIATE}-instructions" in self.plain_modes.sections
        )
        return marker if has_words else ""

    @cached_property
    def combined_finalization(self) -> Finalization | None:
        """The schema and texts for the data that a Discuss reply also contains, or ``None``.

        ``None`` means that a separate Serialize request asks for the data. One request can serve
        both phases if they have the same model and the stage's prompt describes the data (decision
        0017).
        """
        providers = self.providers
        if (
            not self.brief_marker
            or self.previous_artifact
            or providers.serialize.model != providers.discuss.model
        ):
            return None
        section = self.open_sections().section
        if section is None or not section.in_brief:
            return None
        found = build_finalization(self.stage.name, section, self.prompts)
        return (
            found
            if found.describe_fields() in self._render_instruction(self.brief_marker, found)
            else None
        )

    @cached_property
    def preset_brief(self) -> str:
        """The fixed summary (brief) of a stage without a discussion; empty if one is needed.

        No discussion is needed if the stage only puts a finished plan into words, no author takes
        part, and no research tools were chosen (decision 0017). A rerun, a note of the author, or
        material of the author requires a discussion.
        """
        has_input = (
            self.previous_artifact
            or self.inputs.remark.strip()
            or self.select_material("", Phase.DISCUSS)
        )
        if has_input or not self._can_skip_talk or _PRESET_BRIEF not in self.plain_modes.sections:
            return ""
        return self.plain_modes[_PRESET_BRIEF].strip()

    @property
    def _can_skip_talk(self) -> bool:
        if self.inputs.phases is None:
            return bool(self.brief_marker)
        return not self.inputs.interactive and not (self.research and self.has_research)

    @property
    def closing_tools(self) -> tuple[Tool, ...]:
        """The tool with which the model ends Discuss; empty if it cannot call tools.

        A condensed discussion without an author ends with its only reply, so it has no such tool.
        """
        can_end = self.inputs.interactive or self.inputs.phases is PhaseMode.FULL
        if not can_end or not self.providers.discuss.traits.capabilities.tools:
            return ()
        return (ReadyToSummarize(self.prompts),)

    def build_discuss_request(
        self, history: Sequence[Message], tools: Sequence[ToolDefinition] = ()
    ) -> ChatRequest:
        """Build the next Discuss request from ``history``, the messages so far, and ``tools``."""
        traits = self.providers.discuss.traits
        phases = (Phase.DISCUSS, Phase.SUMMARIZE) if self.brief_marker else (Phase.DISCUSS,)
        room = sum(max_tokens_of(each, traits) for each in phases)
        return ChatRequest(
            messages=(system(self._discuss_prompt["system"]), *history),
            tools=tuple(tools),
            temperature=temperature_of(Phase.DISCUSS, traits),
            max_tokens=min(room, traits.capabilities.longest_answer),
            about=RequestSubject(stage=self.stage.name, idea=self.short_idea),
        )

    def build_summarize_request(self, discussion: Sequence[Message]) -> ChatRequest:
        """Build the request to summarise ``discussion``, with what the model has looked up."""
        traits = self.providers.summarize.traits
        prompt = self.render_stage_template(
            "summarize", Phase.SUMMARIZE, mark="", data_mark="", fields=""
        )
        return ChatRequest(
            messages=(
                system(prompt["system"]),
                *to_plain_messages(discussion, max_result_tokens=self._result_limit),
                user(prompt["instruction"]),
            ),
            tool_choice=NONE,
            temperature=temperature_of(Phase.SUMMARIZE, traits),
            max_tokens=max_tokens_of(Phase.SUMMARIZE, traits),
            about=RequestSubject(stage=self.stage.name, idea=self.short_idea),
        )

    def list_cut_results(self, discussion: Sequence[Message]) -> tuple[str, ...]:
        """Return a text with the number of tool results that the Summarize request cuts, if any."""
        room = self._result_limit
        kept = to_plain_messages(discussion, max_result_tokens=room)
        whole = {each.content for each in discussion if each.role is Role.TOOL_RESULT}
        cut = sum(each.role is Role.TOOL_RESULT and each.content not in whole for each in kept)
        return (f"the ends of {cut} tool results: they share {room:,} tokens",) if cut else ()

    @property
    def _result_limit(self) -> int:
        capabilities = self.providers.summarize.traits.capabilities
        return 0 if self.inputs.phases is None else get_material_limit(capabilities)

    def open_sections(self) -> SectionRequests:
        """Return the requests for the sections of the artifact, at the first section."""
        traits = self.providers.serialize.traits
        wording = self.prompts.wording("feedback")
        flow = self.stage.open_sections(self.story, self.inputs, traits, wording)
        return SectionRequests(flow, is_batching=traits.can_answer_many)

    def build_serialize_messages(
        self,
        section: Section[Any],
        brief: str,
        discussion: Sequence[Message],
        strategy: StructuredOutput | None = None,
    ) -> tuple[Message, ...]:
        """Build the first Serialize messages for ``section``, for an output mode."""
        strategy = strategy or self.providers.serialize.traits.structured_output
        variables = {
            **section.template_variables,
            "brief": self.slice_brief(section, brief),
            "is_discussed": brief != self.preset_brief,
            "remarks": list_author_lines(discussion),
            "tool_name": f"submit_{self.stage.name}",
            "structured_output": strategy.value,
        }
        template = section.template_in(self.stage.name)
        prompt = self.render_data_request(template, variables)
        task = prompt.sections.get("task", "")
        material = self.select_material(f"{prompt['user']}\n{task}\n{brief}", Phase.SERIALIZE)
        text = _append(prompt["user"], material)
        previous = section.data_in(self.stage.discussion_data(self.previous_artifact))
        part = json.dumps(previous, ensure_ascii=False)
        if not any(previous.values()) or estimate_tokens(part) > self.max_previous_tokens(
            Phase.SERIALIZE
        ):
            return (system(prompt["system"]), user(_append(text, task)))
        text_with_previous = self._append_previous(text, "serialize", part=part)
        return (system(prompt["system"]), user(_append(text_with_previous, task)))

    def describe_section(
        self, section: Section[Any], brief: str, discussion: Sequence[Message]
    ) -> SectionSubject:
        """Return the subject of requests for ``section``, as structured data.

        As long as the story has no vision, the idea includes the author's lines in ``discussion``.
        """
        remarks = () if self.story.vision else list_author_lines(discussion)
        default = self.stage.default_answer(self.story)
        part = section.part_of(default) if default else None
        return evolve(
            section.about,
            stage=self.stage.name,
            section=section.name,
            story=self.story,
            idea=". ".join((self.short_idea, *remarks)),
            author_lines=self.inputs.said,
            outline=self.inputs.material.outline_text,
            brief=self.slice_brief(section, brief),
            default=part.model_dump(mode="json") if part else None,
        )

    def follow_brief(self, section: Section[Any], brief: str) -> Section[Any]:
        """Return ``section`` with checks that the answer keeps what ``brief`` settles.

        Models without text comprehension write briefs that settle nothing.
        """
        can_follow = self.providers.serialize.traits.capabilities.comprehension
        if self.inputs.phases is not PhaseMode.FULL or not can_follow:
            return section
        return self.stage.follow_brief(section, brief, self.prompts)

    def slice_brief(self, section: Section[Any], brief: str) -> str:
        """Return ``brief`` without the parts about ids that ``section`` does not need."""
        return remove_parts(
            brief,
            section.settled_ids,
            known_ids={*(each.id for each in self.story.dilemmas), *section.settled_ids},
        )

    def split_brief(self, section: Section[Any], brief: str) -> tuple[str, str]:
        """Return the brief for ``section``, and the part of the Discuss reply with its data.

        The second text is "" if the reply contains no data for the section.
        """
        if self.combined_finalization is None:
            return brief, ""
        marker = get_data_marker(self.prompts)
        if section.name == self.combined_finalization.section.name:
            return brief, extract_brief(brief, marker) or brief
        return extract_notes(brief, marker) or brief, ""

    def _append_previous(self, text: str, name: str, *, artifact: str = "", part: str = "") -> str:
        if not self.previous_artifact:
            return text
        phase = Phase.DISCUSS if artifact else Phase.SERIALIZE
        style = self.providers.get_provider(phase).traits.profile.prompt_style
        variables = {"artifact": artifact, "part": part}
        previous = self.prompts.render(_RERUN_TEMPLATE, variables, style)[name]
        return f"{text}\n\n{previous}".strip()

    def _render_instruction(self, marker: str, data: Finalization | None = None) -> str:
        more = (
            {**data.section.variables, "fields": data.describe_fields()} if data else {"fields": ""}
        )
        more |= {"mark": marker, "data_mark": get_data_marker(self.prompts)}
        return self.render_stage_template("summarize", Phase.DISCUSS, **more)["instruction"]

    @cached_property
    def _discuss_prompt(self) -> Prompt:
        mode = "interactive" if self.inputs.interactive else "direct"
        mode = _IMMEDIATE if self.brief_marker else mode
        fields = self.combined_finalization.describe_fields() if self.combined_finalization else ""
        modes = self.render_modes(fields) if fields else self.plain_modes
        return self.render_stage_template(
            "discuss",
            Phase.DISCUSS,
            mode_instructions=modes[f"{mode}-instructions"],
            mode_reminder=modes[f"{mode}-reminder"],
            fields=fields,
            research_tools_section=self._render_research_tools(),
        )

    def _render_research_tools(self) -> str:
        if not self.research:
            return ""
        tools = [tool.definition for tool in self.research]
        return self.prompts.render(_RESEARCH_TOOLS, {"tools": tools})["section"]


def list_author_lines(discussion: Sequence[Message]) -> tuple[str, ...]:
    """Return the author's lines of the discussion, without the opening message."""
    return tuple(message.content.strip() for message in discussion[1:] if message.role is Role.USER)


def _append(text: str, material: str) -> str:
    return f"{text}\n\n{material}" if material else text


def _format_field(label: str, text: str) -> str:
    return f"{label}:\n{text}" if "\n" in text else f"{label}: {text}"
