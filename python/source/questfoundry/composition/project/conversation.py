"""Hold a conversation in three phases to get a value of any pydantic model; no project needed."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, cast

from attrs import field, frozen
from pydantic import BaseModel, create_model

from questfoundry.app.agent import Toolset
from questfoundry.app.context import RequestKind, fit_request
from questfoundry.app.phases.discuss import Discuss, DiscussEnd, Discussion
from questfoundry.app.phases.discuss_tools import (
    READY,
    ReadyToSummarize,
    refuse_unknown_commands,
    to_plain_messages,
)
from questfoundry.app.phases.finalization import Finalization, add_limits
from questfoundry.app.phases.material import get_material_limit
from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.app.phases.serialize import MAX_ATTEMPTS, Serialize
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.app.run.run import Author
from questfoundry.app.stages.section import Section, find_no_faults
from questfoundry.composition.settings.paths import find_prompts
from questfoundry.composition.wiring.inputs import require_coroutine_function, require_usable_tools
from questfoundry.domain.chat.exchange import NONE, ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message, Role, system, user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import UsageError
from questfoundry.domain.events.stages import AuthorAsked, AuthorLineRefused
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact, json_schema_of
from questfoundry.domain.models.traits import ModelRef, ModelTraits, Phase, StructuredOutput
from questfoundry.domain.protocols.provider import ChatModel, PromptRepository, TextSink
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from questfoundry.infra.telemetry.events import CompositeEventSink

Data = TypeVar("Data", bound=BaseModel)
_TEMPLATES = "templates/conversation"


@frozen(kw_only=True)
class ConversationResult(Generic[Data]):
    """The result of a conversation: the validated ``artifact``, and data about the conversation.

    ``discussion`` has the messages after the system message, ``brief`` is their summary, ``turns``
    is the number of the model's turns in Discuss, and ``end`` says who ended Discuss. ``attempts``
    is the number of answers that Serialize needed.
    """

    artifact: Data
    discussion: tuple[Message, ...]
    brief: str
    turns: int
    end: DiscussEnd
    attempts: int
    usage: Usage


@frozen(kw_only=True)
class ConversationRunner(Generic[Data]):
    """A runner of the phases Discuss, Summarize and Serialize, which produce a pydantic value.

    ``finalization`` is the pydantic model; its field descriptions are shown to the language model,
    which submits the data with the tool ``submit_<name>``. ``research_tools`` are offered in
    Discuss only. ``max_discuss_turns`` limits the model's turns in Discuss, and
    ``validation_retries`` the attempts in Serialize, including the first. ``prompts`` replaces the
    prompts that come with QuestFoundry.
    """

    provider: ChatModel
    finalization: type[Data]
    name: str = "data"
    research_tools: Sequence[Tool] = ()
    max_discuss_turns: int = 1
    validation_retries: int = MAX_ATTEMPTS
    prompts: PromptRepository = field(factory=lambda: JinjaPromptRepository((find_prompts(),)))
    events: EventSink = field(factory=lambda: CompositeEventSink(()))

    async def run(
        self,
        initial_messages: Sequence[Message],
        *,
        user_input_fn: Author | None = None,
        validator: Callable[[Data], Sequence[Fault]] | None = None,
        summary_prompt: str = "",
        on_assistant_message: Callable[[str], None] | None = None,
    ) -> ConversationResult[Data]:
        """Run Discuss, Summarize and Serialize, and return the validated data.

        ``initial_messages`` are a system message and the first message of the user.
        ``user_input_fn`` returns the user's further lines; without it, Discuss has one turn.
        ``validator`` returns the faults of data that fit the pydantic model. ``summary_prompt``
        asks for the brief, the summary of Discuss. ``on_assistant_message`` receives each text of
        the model in Discuss.

        Raise ``UsageError`` if ``initial_messages`` has another form, ``user_input_fn`` is no
        coroutine function, or a tool has a reserved name. Raise ``ConversationError`` if all
        attempts to produce the data are invalid.
        """
        roles = [each.role for each in initial_messages]
        if roles != [Role.SYSTEM, Role.USER]:
            raise UsageError(
                "initial_messages must be one system message and one user message, but are "
                f"{', '.join(roles) or 'none'}."
            )
        if user_input_fn is not None:
            require_coroutine_function("user_input_fn", user_input_fn)
        require_usable_tools(self.research_tools, {READY, f"submit_{self.name}"})
        instructions, opening = initial_messages
        model = _FittedModel(self.provider)
        discussion = await self._discuss(
            model, instructions, opening, user_input_fn, on_assistant_message
        )
        answer = await self._summarize(model, discussion, summary_prompt)
        brief = answer.text.strip()
        finalization = self._build_finalization(validator)
        serialized = await Serialize(
            model=model,
            finalization=finalization,
            events=self.events,
            run="",
            attempts=self.validation_retries,
            brief=brief,
        ).run(lambda strategy: self._build_serialize_messages(finalization, brief, strategy))
        return ConversationResult(
            artifact=self.finalization.model_validate(serialized.artifact.model_dump()),
            discussion=discussion.messages,
            brief=brief,
            turns=discussion.turns,
            end=discussion.end,
            attempts=serialized.attempts,
            usage=discussion.usage + answer.usage + serialized.usage,
        )

    async def _discuss(
        self,
        model: ChatModel,
        instructions: Message,
        opening: Message,
        author: Author | None,
        on_assistant_message: Callable[[str], None] | None,
    ) -> Discussion:
        traits, events = model.traits, self.events

        def refuse(problem: str) -> None:
            events.emit(AuthorLineRefused(problem=problem))

        tools = [*self.research_tools, ReadyToSummarize(self.prompts)]
        return await Discuss(
            model=lambda _: model,
            next_request=lambda history: ChatRequest(
                messages=(instructions, *history),
                temperature=temperature_of(Phase.DISCUSS, traits),
                max_tokens=max_tokens_of(Phase.DISCUSS, traits),
            ),
            toolset=Toolset(
                tools if traits.capabilities.tools else [], prompts=self.prompts, events=events
            ),
            max_turns=self.max_discuss_turns,
            author=author and refuse_unknown_commands(author, refuse),
            on_assistant_message=on_assistant_message,
            on_refused_line=refuse,
            on_author_asked=lambda left: events.emit(AuthorAsked(turns_left=left)),
        ).run(opening)

    async def _summarize(
        self, model: ChatModel, discussion: Discussion, summary_prompt: str
    ) -> ChatResponse:
        instruction = (
            summary_prompt or self.prompts.render(f"{_TEMPLATES}/summarize", {})["instruction"]
        )
        room = get_material_limit(model.traits.capabilities)
        talk = to_plain_messages(discussion.messages, max_result_tokens=room)
        request = ChatRequest(
            messages=(*talk, user(instruction)),
            tool_choice=NONE,
            temperature=temperature_of(Phase.SUMMARIZE, model.traits),
            max_tokens=max_tokens_of(Phase.SUMMARIZE, model.traits),
        )
        return await request_answer(
            model, request, prompts=self.prompts, phase=Phase.SUMMARIZE.value
        )

    def _build_finalization(
        self, validator: Callable[[Data], Sequence[Fault]] | None
    ) -> Finalization:
        model = self.finalization
        submitted = cast(type[Artifact], create_model(model.__name__, __base__=(model, Artifact)))
        wording = self.prompts.wording("feedback")
        guide = {
            name: {"description": each.description}
            for name, each in model.model_fields.items()
            if each.description
        }
        section = Section[Artifact](
            name=self.name,
            model=submitted,
            template=f"{_TEMPLATES}/serialize",
            guide="",
            check=cast(Callable[[Artifact], Sequence[Fault]], validator or find_no_faults),
        )
        return Finalization(
            stage=self.name,
            section=section,
            description=str(self.prompts.wording("tools/submit")["description"]).format(
                stage=self.name
            ),
            schema=add_limits(json_schema_of(model), wording),
            guide=guide,
            wording=wording,
        )

    def _build_serialize_messages(
        self, finalization: Finalization, brief: str, strategy: StructuredOutput
    ) -> Sequence[Message]:
        prompt = self.prompts.render(
            finalization.section.template,
            {
                "brief": brief,
                "fields": finalization.describe_fields(),
                "tool_name": finalization.name,
                "structured_output": strategy.value,
            },
        )
        return (system(prompt["system"]), user(prompt["user"]))


@frozen
class _FittedModel(ChatModel):
    _model: ChatModel

    @property
    def model(self) -> ModelRef:
        return self._model.model

    @property
    def traits(self) -> ModelTraits:
        return self._model.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        fitted = fit_request(request, self.model, self.traits, RequestKind.TALK)
        return await self._model.complete(fitted.request, on_text)
