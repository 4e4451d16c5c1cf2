"""What is asked of a model for a passage: the first time, to revise it, to tell it otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.app.phases.material import MOST_IN_A_PASSAGE, material_for
from questfoundry.app.phases.sampling import TOKENS_A_WORD, max_tokens_of, temperature_of
from questfoundry.domain.chat.exchange import NONE, ChatRequest
from questfoundry.domain.chat.messages import Message, assistant, system, user
from questfoundry.domain.finding import Finding
from questfoundry.domain.identity_key import IdentityKey
from questfoundry.domain.material import NO_MATERIAL, Material
from questfoundry.domain.models.traits import ModelTraits, Phase, PromptStyle
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.fitting import FittedBriefing, fitted, tokens_of
from questfoundry.domain.writing.outline import OutlineLine, StoryOutline
from questfoundry.domain.writing.shared_context import Asked, asked_together
from questfoundry.domain.writing.shortening import beginning_of

MOST_TOKENS = 4000
"""The longest briefing, in tokens, whatever a model could read: all passages pay for it."""

MOST_WORDS = 3000
"""How many words an answer for several rows is planned to have at most."""

SHOWN_OF_IDEA = 120
"""The words of the author's idea that every passage is asked for with."""


@frozen(kw_only=True)
class PassageRequests:
    """Makes the requests for the passages of a story that has its voice.

    ``traits`` are those of the model that writes, ``idea`` is what the author began with,
    ``remarks`` what was asked for since, ``material`` what the author laid beside it. What is the
    same for all passages comes first, or for those of a chapter, so that services need not read
    it anew.
    """

    prompts: PromptRepository
    traits: ModelTraits
    story: Story
    outline: StoryOutline
    language: str
    idea: str = ""
    remarks: tuple[str, ...] = ()
    material: Material = NO_MATERIAL
    _fixed: Mapping[str, Any] = field(init=False)

    @_fixed.default
    def _said_of_every_passage(self) -> Mapping[str, Any]:
        return {
            "title": self.story.title,
            "idea": beginning_of(self.idea.strip(), SHOWN_OF_IDEA),
            "lead": _lead_of(self.story),
            "vision": self.story.settled_vision.settled(),
            "voice": self.story.settled_voice,
            "language": self.language,
            "remarks": self.remarks,
        }

    def _material(self, briefings: Sequence[Briefing]) -> str:
        """What of the author's material their writer is shown."""
        asked = "\n".join(
            said
            for each in briefings
            for said in (
                each.title,
                *(entity.name for entity in each.entities),
                *(f"{beat.place} {' '.join(beat.cast)} {beat.text}" for beat in each.beats),
            )
        )
        return material_for(
            asked, self.material, self.prompts, self.traits, most=MOST_IN_A_PASSAGE, prose=True
        )

    def _outline(self, passage: str) -> tuple[OutlineLine, ...]:
        """The outline for its writer; none where it has no room."""
        lines = self.outline.told_for(passage)
        has_room = (
            _tokens_of_outline(IdentityKey(lines)) <= self.traits.capabilities.context_window // 12
        )
        return lines if has_room else ()

    def left_out(self, fit: FittedBriefing) -> tuple[str, ...]:
        """What a writer is not told for want of room, a line each."""
        found = [f"{what}: the model's window" for what in fit.left_out]
        if self.traits.profile.prompt_style is PromptStyle.FULL:
            if not self._outline(fit.briefing.passage):
                found.append("the outline of the whole: the model's window")
            if self._fixed["idea"] != self.idea.strip():
                found.append(f"the idea after {SHOWN_OF_IDEA} words: all passages pay for it")
        return tuple(found)

    @property
    def asks_for_many(self) -> bool:
        """Whether the model can write several passages in one answer."""
        full = self.traits.profile.prompt_style is PromptStyle.FULL
        return full and self.traits.capabilities.comprehension

    @property
    def asks_for_rows(self) -> bool:
        """Whether it can write several rows of them, which no player reads together."""
        return self.asks_for_many and self.traits.answers_many

    @property
    def most_words(self) -> int:
        """How many words an answer for several rows may be planned to have."""
        room = max_tokens_of(Phase.DISCUSS, self.traits, words=MOST_WORDS)
        return min(MOST_WORDS, room // TOKENS_A_WORD)

    def together(self, rows: Sequence[Sequence[Briefing]]) -> ChatRequest:
        """Write these passages in one answer; those of a row are read one after the other."""
        return self._asking(asked_together(rows))

    def first(self, briefing: Briefing) -> ChatRequest:
        """Write the passage."""
        return self._asking(asked_together(((briefing,),)))

    def _asking(self, asked: Asked) -> ChatRequest:
        passages = [each for strand in asked.strands for each in strand.passages]
        more = {"strands": asked.strands, "passages": passages}
        variables: dict[str, Any] = {**self._variables(asked.common), **more}
        structure = self.story.structure
        variables["whole"] = structure is not None and len(passages) == len(structure.passages)
        if variables["whole"]:
            variables["outline"] = ()
        style = self.traits.profile.prompt_style
        prompt = self.prompts.render("templates/fill/passage", variables, style)
        shown, words = self._material(passages), sum(each.words.most for each in passages)
        return ChatRequest(
            messages=(system(prompt["system"]), user(f"{shown}\n\n{prompt['user']}".lstrip())),
            tool_choice=NONE,
            temperature=temperature_of(Phase.DISCUSS, self.traits),
            max_tokens=max_tokens_of(Phase.DISCUSS, self.traits, words=words),
        )

    def revision(
        self, first: ChatRequest, briefing: Briefing, prose: str, findings: Sequence[Finding]
    ) -> ChatRequest:
        """Write it anew without what was found."""
        return self._after(first, briefing, prose, "revision", {"findings": findings})

    def rewriting(
        self, first: ChatRequest, briefing: Briefing, prose: str, how: str
    ) -> ChatRequest:
        """Write it anew in the way that the author wants."""
        return self._after(first, briefing, prose, "rewrite", {"how": how})

    def _variables(self, briefing: Briefing) -> Mapping[str, Any]:
        outline = self._outline(briefing.passage)
        return {**self._fixed, "outline": outline, "briefing": self._told(briefing)}

    def _told(self, briefing: Briefing) -> Briefing:
        """What fits; facts are noted by who comprehends texts."""
        noted = briefing.noted if self.traits.capabilities.comprehension else ()
        return evolve(shortened(briefing, self.traits).briefing, noted=noted)

    def _after(
        self,
        first: ChatRequest,
        briefing: Briefing,
        prose: str,
        template: str,
        more: Mapping[str, Any],
    ) -> ChatRequest:
        variables = {**self._variables(briefing), **more}
        prompt = self.prompts.render(f"templates/fill/{template}", variables)
        # Some services refuse a message without content.
        said: tuple[Message, ...] = (assistant(prose),) if prose else ()
        return evolve(first, messages=(*first.messages, *said, user(prompt["user"])))


def shortened(briefing: Briefing, traits: ModelTraits) -> FittedBriefing:
    """The briefing within a third of a model's window: the answers need room, too."""
    return fitted(briefing, min(MOST_TOKENS, traits.capabilities.context_window // 3))


@lru_cache(maxsize=64)
def _tokens_of_outline(lines: IdentityKey[tuple[OutlineLine, ...]]) -> int:
    """All writers of a chapter are told the very same lines."""
    return tokens_of(lines.value)


def _lead_of(story: Story) -> str:
    """The name of whom the player plays; else of who is in most beats, the first of several."""
    if story.player:
        return story.player.name
    parts = Counter(each for beat in story.beats for each in beat.entities)
    characters = story.kept(EntityKind.CHARACTER)
    return max(characters, key=lambda each: parts[each.id]).name if characters else ""
