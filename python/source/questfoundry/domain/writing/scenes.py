"""All passages of a written story as scenes, for a reader who judges their drama."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.ids import slug_of
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
