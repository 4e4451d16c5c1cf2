"""Build the requests that make a model write, revise or rewrite a passage."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.app.phases.material import MAX_PASSAGE_TOKENS, render_material
from questfoundry.app.phases.sampling import TOKENS_PER_WORD, max_tokens_of, temperature_of
from questfoundry.app.stages.fill import excerpt_sample
from questfoundry.domain.artifacts.fill import WeakScene
from questfoundry.domain.chat.exchange import NONE, ChatRequest
from questfoundry.domain.chat.messages import Message, assistant, system, user
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import ModelTraits, Phase, PromptStyle
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.request_subjects import PassageSubject
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.wording import IdentityKey
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.fitting import (
    FittedBriefing,
    beginning_of,
    fit_to_window,
    tokens_of,
)
from questfoundry.domain.writing.missing_inserts import MissingInsert, split_paragraphs
from questfoundry.domain.writing.outline import OutlineLine, StoryOutline
from questfoundry.domain.writing.request_lines import build_request_lines
from questfoundry.domain.writing.shared_context import SharedBriefing, share_briefings

MAX_BRIEFING_TOKENS = 4000
"""The token limit of a briefing for any model; it is low because every passage has a briefing."""

MAX_BATCH_WORDS = 3000
"""The highest number of words to plan for an answer with several sequences."""

MAX_IDEA_WORDS = 120
"""The number of words of the author's idea that every request contains."""


@frozen(kw_only=True)
class PassageRequests:
    """A builder of requests for passages; the narrative voice of the story must be set.

    ``traits``: the traits of the writing model.
    ``idea``: the author's original idea, which a request shortens to ``MAX_IDEA_WORDS`` words.
    ``inputs``: the inputs of the run, with the language, the author's notes and reference texts.

    A request begins with the parts that all passages, or all passages of a chapter, share.
    Providers can then cache this beginning.
    """

    prompts: PromptRepository
    traits: ModelTraits
    story: Story
    outline: StoryOutline
    inputs: StageInputs
    idea: str = ""
    _shared_variables: Mapping[str, Any] = field(init=False)

    @_shared_variables.default
    def _build_shared_variables(self) -> Mapping[str, Any]:
        return {
            "title": self.story.title,
            "idea": beginning_of(self.idea.strip(), MAX_IDEA_WORDS),
            "lead": _find_lead(self.story),
            "vision": self.story.existing_vision.to_values(),
            "voice": self.story.existing_voice,
            "sample": self._select_sample(),
            "language": self.inputs.language,
            "remarks": self.inputs.remarks,
        }

    def _select_sample(self) -> str:
        """Return the sample of the voice, unless the material shows the same text at length."""
        sample = self.story.existing_voice.sample
        return "" if sample == excerpt_sample(self.inputs.material) else sample

    def _select_material(self, briefings: Sequence[Briefing]) -> str:
        query = "\n".join(
            text
            for each in briefings
            for text in (
                each.title,
                *(entity.name for entity in each.entities),
                *(f"{beat.place} {' '.join(beat.cast)} {beat.text}" for beat in each.beats),
            )
        )
        return render_material(
            query,
            self.inputs.material,
            self.prompts,
            self.traits,
            limit=MAX_PASSAGE_TOKENS,
            for_prose=True,
        )

    def _select_outline(self, passage: str) -> tuple[OutlineLine, ...]:
        lines = self.outline.lines_for(passage)
        has_room = (
            _count_outline_tokens(IdentityKey(lines))
            <= self.traits.capabilities.context_window // 12
        )
        return lines if has_room else ()

    def list_omissions(self, fit: FittedBriefing) -> tuple[str, ...]:
        """Return a text, with the reason, for each part that the request leaves out."""
        omissions = [f"{what}: the model's window" for what in fit.left_out]
        if self.traits.profile.prompt_style is PromptStyle.FULL:
            if not self._select_outline(fit.briefing.passage):
                omissions.append("the outline of the whole: the model's window")
            if self._shared_variables["idea"] != self.idea.strip():
                omissions.append(f"the idea after {MAX_IDEA_WORDS} words: all passages pay for it")
        return tuple(omissions)

    @property
    def can_write_several(self) -> bool:
        """Return whether the model can write several consecutive passages in one answer."""
        full = self.traits.profile.prompt_style is PromptStyle.FULL
        return full and self.traits.capabilities.comprehension

    @property
    def can_write_batches(self) -> bool:
        """Return whether the model can write several independent sequences in one answer."""
        return self.can_write_several and self.traits.can_answer_many

    @property
    def max_batch_words(self) -> int:
        """The maximum number of words to plan for one answer with several passage sequences."""
        room = max_tokens_of(Phase.DISCUSS, self.traits, words=MAX_BATCH_WORDS)
        return min(MAX_BATCH_WORDS, room // TOKENS_PER_WORD)

    def build_batch_request(self, sequences: Sequence[Sequence[Briefing]]) -> ChatRequest:
        """Build a request for the prose of ``sequences``, each a series of consecutive passages."""
        request = self._render_request(share_briefings(sequences))
        return evolve(request, about=self._describe_passages(chain(*sequences)))

    def build_request(self, briefing: Briefing) -> ChatRequest:
        """Build the first request for the prose of a passage."""
        return self.build_batch_request(((briefing,),))

    def _describe_passages(self, briefings: Iterable[Briefing]) -> PassageSubject:
        sentence = self.story.existing_vision.creative_vision.split(". ")[0].strip()
        return PassageSubject(
            stage="fill",
            idea=sentence,
            briefings=tuple(briefings),
            author_idea=self.idea,
            outline=self.inputs.material.outline_text,
            story=self.story,
        )

    def _render_request(self, shared: SharedBriefing) -> ChatRequest:
        shared = evolve(shared, common=self._trim_briefing(shared.common))
        passages, structure = shared.passages, self.story.structure
        is_whole = structure is not None and len(passages) == len(structure.passages)
        style = self.traits.profile.prompt_style
        variables: dict[str, Any] = {
            **self._shared_variables,
            "briefing": shared.common,
            "passages": passages,
            "whole": is_whole,
        }
        if style is PromptStyle.FULL:
            variables["lines"] = build_request_lines(
                shared,
                self.prompts.wording("briefing"),
                outline=() if is_whole else self._select_outline(shared.common.passage),
                is_whole=is_whole,
                player=self.lead.id if self.lead else "",
            )
        prompt = self.prompts.render("templates/fill/passage", variables, style)
        material, words = (
            self._select_material(passages),
            sum(each.most_written_words for each in passages),
        )
        return ChatRequest(
            messages=(system(prompt["system"]), user(f"{material}\n\n{prompt['user']}".lstrip())),
            tool_choice=NONE,
            temperature=temperature_of(Phase.DISCUSS, self.traits),
            max_tokens=max_tokens_of(Phase.DISCUSS, self.traits, words=words),
        )

    def build_revision_request(
        self, first: ChatRequest, briefing: Briefing, prose: str, findings: Sequence[Finding]
    ) -> ChatRequest:
        """Build a follow-up to ``first`` that asks to solve the problems in ``findings``."""
        return self._build_follow_up(first, briefing, prose, "revision", {"findings": findings})

    def build_insert_request(
        self, first: ChatRequest, briefing: Briefing, prose: str, inserts: Sequence[MissingInsert]
    ) -> ChatRequest:
        """Build a request for ``inserts`` alone, which the ``prose`` of a passage lacks."""
        variables = {
            **self._shared_variables,
            "briefing": briefing,
            "paragraphs": split_paragraphs(prose),
            "inserts": inserts,
        }
        prompt = self.prompts.render("templates/fill/inserts", variables)
        return evolve(first, messages=(first.messages[0], user(prompt["user"])))

    def build_drama_request(
        self, first: ChatRequest, briefing: Briefing, prose: str, scene: WeakScene
    ) -> ChatRequest:
        """Build a follow-up to ``first`` that asks for the drama that ``scene`` lacks."""
        return self._build_follow_up(first, briefing, prose, "dramatize", {"scene": scene})

    @property
    def lead(self) -> Entity | None:
        """The player's character, or else the character in the most beats."""
        lead: Entity | None = self._shared_variables["lead"]
        return lead

    def build_rewrite_request(
        self, first: ChatRequest, briefing: Briefing, prose: str, note: str
    ) -> ChatRequest:
        """Build a follow-up to ``first`` that asks for the changes in the author's ``note``."""
        return self._build_follow_up(first, briefing, prose, "rewrite", {"how": note})

    def _trim_briefing(self, briefing: Briefing) -> Briefing:
        noted = briefing.continuity if self.traits.capabilities.comprehension else ()
        return evolve(shorten_briefing(briefing, self.traits).briefing, continuity=noted)

    def _build_follow_up(
        self,
        first: ChatRequest,
        briefing: Briefing,
        prose: str,
        template: str,
        more: Mapping[str, Any],
    ) -> ChatRequest:
        trimmed = self._trim_briefing(briefing)
        variables = {**self._shared_variables, "briefing": trimmed, **more}
        prompt = self.prompts.render(f"templates/fill/{template}", variables)
        # Some services refuse a message without content.
        previous: tuple[Message, ...] = (assistant(prose),) if prose else ()
        return evolve(first, messages=(*first.messages, *previous, user(prompt["user"])))


def shorten_briefing(briefing: Briefing, traits: ModelTraits) -> FittedBriefing:
    """Shorten ``briefing`` to a third of the model's window, at most ``MAX_BRIEFING_TOKENS``."""
    return fit_to_window(
        briefing, min(MAX_BRIEFING_TOKENS, traits.capabilities.context_window // 3)
    )


@lru_cache(maxsize=64)
def _count_outline_tokens(lines: IdentityKey[tuple[OutlineLine, ...]]) -> int:
    """Return the number of tokens; cached, because all passages of a chapter share an outline."""
    return tokens_of(lines.value)


def _find_lead(story: Story) -> Entity | None:
    """Return the character that the player plays, or else the one in the most beats."""
    if story.player:
        return story.player
    beat_counts = Counter(each for beat in story.beats for each in beat.entities)
    characters = story.list_kept_entities(EntityKind.CHARACTER)
    return max(characters, key=lambda each: beat_counts[each.id], default=None)
