"""Draw the texts of one story: pick a variant of each scene, and fill all slots."""

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.cast import Cast
from questfoundry.infra.llm.draft.conditions import list_terms
from questfoundry.infra.llm.draft.grammar import capitalise_title
from questfoundry.infra.llm.draft.material import SlotError
from questfoundry.infra.llm.draft.premise import Premise, Scene, SceneOption, Variant
from questfoundry.infra.llm.draft.rotation import SeedRotation
from questfoundry.infra.llm.draft.slots import SlotFiller

Pick = Callable[[str, Sequence[Variant]], Variant]
"""A function that receives a scene's name and variants, and returns one of the variants."""


class WordingError(Exception):
    """An error for a text of a scene whose slots cannot be filled.

    ``scene`` and ``number`` (from 1) name the variant, ``text`` holds the faulty words.
    """

    def __init__(self, problem: str, *, scene: str = "", number: int = 0, text: str = "") -> None:
        super().__init__(problem)
        self.problem, self.scene, self.number, self.text = problem, scene, number, text


@frozen(kw_only=True)
class DrawnScene:
    """A scene with one variant and filled slots; it still has conditions about the player."""

    name: str
    scene: Scene
    number: int
    title: str
    summary: str
    text: str
    again: str = ""
    label: str = ""
    leave: str = ""
    options: tuple[SceneOption, ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that the options set, by which later texts ask for these options."""
        return tuple(each.mark for each in self.options if each.mark)

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts of the scene that may contain conditions."""
        return (self.text, self.again, *(each.reply for each in self.options))


@frozen(kw_only=True)
class DrawnStory:
    """The texts drawn for one story: its scenes in order, and the filler for further texts."""

    premise: Premise
    cast: Cast
    scenes: Mapping[str, DrawnScene]
    title: str
    hook: str
    filler: SlotFiller

    def fill(self, text: str) -> str:
        """Return ``text`` with its slots filled."""
        return self.filler.fill(text)

    @property
    def start(self) -> str:
        """The name of the first scene."""
        return next(iter(self.scenes))

    def read_names(self) -> frozenset[str]:
        """Return the marks, clues and answers that conditions of texts and options ask for."""
        texts = (text for each in self.scenes.values() for text in each.texts)
        needs = (
            f"[[{each.need}: x]]"
            for scene in self.scenes.values()
            for each in scene.options
            if each.need
        )
        return frozenset(term.name for text in (*texts, *needs) for term in list_terms(text))


def draw_story(premise: Premise, cast: Cast, seed: str, pick: Pick | None = None) -> DrawnStory:
    """Return the story that is drawn for ``cast`` with ``seed``.

    ``seed``: a number, a space and the idea. ``pick`` chooses the variant of each scene; by default
    the seed does. Raise ``WordingError`` if a text cannot be filled.
    """
    filler, rotation = SlotFiller(cast), SeedRotation(seed)
    pick = pick or (lambda _, variants: rotation.choose(variants))
    scenes = {
        name: _draw_scene(name, scene, pick(name, scene.variants), filler)
        for name, scene in premise.scenes.items()
    }
    return DrawnStory(
        premise=premise,
        cast=cast,
        scenes=add_opening(scenes, cast),
        title=_draw_title(premise.titles, filler, rotation),
        hook=_fill_head(rotation.choose(premise.hooks), filler),
        filler=filler,
    )


def _draw_scene(name: str, scene: Scene, variant: Variant, filler: SlotFiller) -> DrawnScene:
    number = scene.variants.index(variant) + 1

    def fill(text: str) -> str:
        try:
            return filler.fill(text)
        except SlotError as error:
            raise WordingError(str(error), scene=name, number=number, text=text) from error

    texts = {each: fill(getattr(variant, each)) for each in ("title", "text", "again")}
    texts["title"] = capitalise_title(texts["title"])
    labels = {each: fill(getattr(variant, each)) for each in ("label", "leave")}
    options = (each for each in variant.options if filler.is_offered(each.need))
    return DrawnScene(
        name=name,
        scene=scene,
        number=number,
        summary=fill(scene.summary),
        options=tuple(_fill_option(each, fill) for each in options),
        **texts,
        **labels,
    )


def _fill_option(option: SceneOption, fill: Callable[[str], str]) -> SceneOption:
    texts = {each: fill(getattr(option, each)) for each in ("label", "reply", "closed")}
    return option.model_copy(update=texts)


def add_opening(scenes: Mapping[str, DrawnScene], cast: Cast) -> Mapping[str, DrawnScene]:
    """Return ``scenes`` with the idea as typed, in italics, as the first paragraph."""
    first, scene = next(iter(scenes.items()))
    return {**scenes, first: evolve(scene, text=f"*{cast.tale.idea}*\n\n{scene.text}")}


MOST_TITLE_CHARACTERS = 60
"""The most characters of a title."""


def _draw_title(titles: Sequence[str], filler: SlotFiller, rotation: SeedRotation) -> str:
    """Return one of ``titles``; the last one if all others are too long."""
    filled = [capitalise_title(_fill_head(each, filler)) for each in titles]
    short = [each for each in filled if len(each) <= MOST_TITLE_CHARACTERS]
    return rotation.choose(short) if short else filled[-1][:MOST_TITLE_CHARACTERS]


def _fill_head(text: str, filler: SlotFiller) -> str:
    try:
        return filler.fill(text)
    except SlotError as error:
        raise WordingError(str(error), text=text) from error
