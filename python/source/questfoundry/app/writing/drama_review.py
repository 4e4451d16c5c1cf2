"""Let a second reader judge the drama of a written story, and rewrite its weakest scenes once.

This reader reads all passages as scenes. It asks of each scene who wants what, what is in the way
and what turns, and of each choice whether every option is tempting and its label keeps its promise.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Section
from questfoundry.app.writing.draft_session import DraftSession
from questfoundry.app.writing.reading import request_reading
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.fill import DramaReading, WeakScene
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.events.stages import ScenesRewritten
from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository
from questfoundry.domain.run.modes import PhaseMode, Review
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class SceneChoice:
    """A choice at the end of a scene, and the title of the scene to which it leads."""

    label: str
    leads_to: str


@frozen(kw_only=True)
class ReadScene:
    """A passage with all its conditional texts and its choices.

    ``ending`` is the name of the ending, or empty. A single exit is no choice.
    """

    id: str
    title: str
    text: str
    choices: tuple[SceneChoice, ...] = ()
    ending: str = ""

    @property
    def tokens(self) -> int:
        """The estimated number of tokens of the scene."""
        return estimate_tokens(f"{self.id}{self.title}{self.text}{self.choices}")


def list_scenes(story: Story, order: Sequence[str]) -> Iterator[ReadScene]:
    """Yield the passages of the written ``story`` as scenes, in this ``order`` of their ids."""
    structure = story.existing_structure
    for passage in map(structure.passage, order):
        exits = structure.selectable_choices(passage.id)
        choices = dict.fromkeys(
            SceneChoice(label=each.label, leads_to=structure.passage(each.target).title)
            for each in exits
        )
        yield ReadScene(
            id=passage.id,
            title=passage.title,
            text="\n\n".join(map(_format_paragraph, story.paragraphs(passage.id))),
            choices=tuple(choices) if len(choices) > 1 else (),
            ending=story.ending_name(passage.ending),
        )


def split_scenes(scenes: Sequence[ReadScene], max_tokens: int) -> Iterator[tuple[ReadScene, ...]]:
    """Yield the scenes in as few consecutive parts as possible of at most ``max_tokens`` tokens."""
    part: list[ReadScene] = []
    for scene in scenes:
        if part and sum(each.tokens for each in (*part, scene)) > max_tokens:
            yield tuple(part)
            part = []
        part.append(scene)
    if part:
        yield tuple(part)


def _format_paragraph(paragraph: ProseParagraph) -> str:
    return f"[{slug_of(paragraph.flag)}] {paragraph.text}" if paragraph.flag else paragraph.text


DRAMA = "drama"

MAX_REWRITTEN = 3
"""The highest number of scenes that the second reader has rewritten."""


@frozen(kw_only=True)
class DramaReviewer:
    """A reader of the story's drama, asked once, in parts of at most ``max_tokens`` tokens."""

    run: Run
    prompts: PromptRepository
    provider: ChatProvider
    max_tokens: int

    @property
    def is_wanted(self) -> bool:
        """Return whether the run has its phases in full, and its review may change prose."""
        inputs = self.run.inputs
        edits = inputs.review in (Review.WHOLE, Review.PASSAGES)
        return edits and inputs.phases is PhaseMode.FULL

    async def rewrite_weakest(self, session: DraftSession) -> None:
        """Rewrite the weakest of the scenes that this run has written.

        A passage that an earlier version has is not judged again. If it was rewritten as a weak
        scene then, and its prose is not retained, it is rewritten again for the same reason.
        """
        written = [each for each in session.briefer.turns if each not in session.retained_passages]
        known = [session.known_scenes.get(each) for each in written]
        new = [each for each in written if each not in session.known_scenes]
        weakest = [*filter(None, known), *(await self._find_weakest(session, new))[:MAX_REWRITTEN]]
        rewritten = [each.passage for each in weakest if await session.rewrite_scene(each)]
        self.run.events.emit(
            ScenesRewritten(model=str(self.provider.model), passages=tuple(rewritten))
        )

    async def _find_weakest(
        self, session: DraftSession, passages: Collection[str]
    ) -> Sequence[WeakScene]:
        """Return the weak scenes among ``passages``, the weakest of each part first."""
        scenes = tuple(list_scenes(session.build_story(), tuple(session.briefer.turns)))
        found = []
        for part in split_scenes(scenes, self.max_tokens):
            own = [each.id for each in part if each.id in passages]
            if own and (reading := await self._request_reading(session, part, own)):
                found.append(reading.scenes)
        longest = max(map(len, found), default=0)
        return [*chain(*(each[rank : rank + 1] for rank in range(longest) for each in found))]

    async def _request_reading(
        self, session: DraftSession, scenes: Sequence[ReadScene], own: Sequence[str]
    ) -> DramaReading | None:
        section = Section[DramaReading](
            name=DRAMA,
            model=DramaReading,
            template="templates/fill/drama",
            guide="fields/fill_drama",
            manifest=Manifest(pins={"scenes.passage": tuple(own)}),
        )
        story = session.story
        variables = {
            "scenes": scenes,
            "title": story.title,
            "vision": story.existing_vision,
            "lead": session.writer.requests.lead,
            "language": self.run.inputs.language,
        }
        return await request_reading(
            self.run.bind_model(self.provider, DRAMA),
            section,
            variables,
            run=self.run,
            prompts=self.prompts,
            passage=scenes[0].id,
        )
