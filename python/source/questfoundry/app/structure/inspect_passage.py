"""Find a passage by name, and describe it for its designer."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.census import count_passage_words
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.remedy import Remedy, ShowArtifact
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.suggestion import suggest_words
from questfoundry.domain.writing.fact import FactKind, Facts, Scope, select_facts
from questfoundry.domain.writing.story_facts import find_clue_facts


def find_passage_id(
    structure: Structure, name: str, *, remedies: Sequence[Remedy] = (ShowArtifact("grow"),)
) -> str:
    """Return the id of the only passage with this id, slug or title, or raise ``InputError``."""
    slugs = {slug_of(each.id): each.id for each in structure.passages}
    titled = [each.id for each in structure.passages if each.title.casefold() == name.casefold()]
    if name in slugs.values():
        return name
    if name in slugs:
        return slugs[name]
    if len(titled) == 1:
        return titled[0]
    known = titled or (*slugs, *(each.title for each in structure.passages))
    hint = suggest_words(slug_of(name) or name, known)
    many = "more than one passage" if titled else "no passage"
    raise InputError(f"There is {many} {name!r}.{hint}", remedies=remedies)


@frozen(kw_only=True)
class InspectedChoice:
    """A choice of an inspected passage, with its conditions and effects in words.

    ``answer``: the answer of a dilemma that the choice selects, or empty.
    ``asks``, ``forbids``: flags that the player must have, or must not have.
    ``leaves``: flags that the choice sets.
    ``moves``: by how much the choice raises or lowers each stat, such as "Win's trust +1".
    ``closed``: the text that players read when they cannot take the choice, or empty.
    """

    label: str
    to: str
    answer: str
    asks: tuple[str, ...]
    forbids: tuple[str, ...]
    leaves: tuple[str, ...]
    closed: str
    moves: tuple[str, ...] = ()


@frozen(kw_only=True)
class InspectedPassage:
    """A passage with the summaries of its beats, its preceding passages and its choices.

    ``known``, ``some``, ``unknown``: the clues that all, some or no players have on arrival.
    ``learnt``: the clues that the passage reveals.
    ``needs``: the clues that it relies on.
    ``remembers``: the earlier decisions and actions that it reflects.
    ``noted``: the facts that its prose establishes for later passages.
    """

    id: str
    title: str
    place: str
    when: str
    moments: tuple[str, ...]
    words: Range
    ending: str
    hub: str
    comes_from: tuple[str, ...]
    known: tuple[str, ...]
    some: tuple[str, ...]
    learnt: tuple[str, ...]
    needs: tuple[str, ...]
    unknown: tuple[str, ...]
    remembers: tuple[str, ...]
    noted: tuple[str, ...]
    choices: tuple[InspectedChoice, ...]


@frozen(kw_only=True)
class InspectPassageUseCase:
    """A use case that describes one passage of a project for its designer."""

    _registry: StageRegistry
    _store: ProjectStore

    def execute(self, name: str) -> InspectedPassage:
        """Return a description of the passage whose id, slug or title is ``name``."""
        story = self._registry.load_woven_story(self._store.artifacts)
        return inspect_passage(story, find_passage_id(story.existing_structure, name))


def inspect_passage(story: Story, identifier: str) -> InspectedPassage:
    """Return a description of the passage ``identifier``; the story must have a structure."""
    structure = story.existing_structure
    passage = structure.passage(identifier)
    beats = story.beats_in(passage)
    clues = find_clue_facts(story).get(identifier, ())
    known, some, unknown = (_clue_texts(select_facts(clues, FactKind.CLUE, each)) for each in Scope)
    traces = (story.path(each.path).describe_in(passage.beats) for each in passage.remembers)
    return InspectedPassage(
        id=identifier,
        title=passage.title,
        place=story.entity_name(beats[0].location) if beats else "",
        when=next((beat.when for beat in beats if beat.when), ""),
        moments=tuple(map(story.describe_beat, beats)),
        words=count_passage_words(story)[identifier],
        ending=story.ending_name(passage.ending) if passage.ending else "",
        hub=passage.hub,
        comes_from=tuple(
            dict.fromkeys(each.source for each in structure.incoming_choices(identifier))
        ),
        known=known,
        some=some,
        learnt=_clue_texts(select_facts(clues, FactKind.LESSON)),
        needs=tuple(
            each.text for each in story.clues if not {*passage.beats}.isdisjoint(each.relying_beats)
        ),
        unknown=unknown,
        remembers=(*traces, *_flag_texts(story, passage.callback_flags)),
        noted=tuple(
            f"{story.entity_name(each.entity)}{' now' if each.now else ''}: {each.text}"
            for each in story.facts
            if each.passage == identifier
        ),
        choices=tuple(
            _inspect_choice(story, each) for each in structure.selectable_choices(identifier)
        ),
    )


def _inspect_choice(story: Story, choice: Choice) -> InspectedChoice:
    of_path = story.path(choice.takes).flags if choice.takes else frozenset[str]()
    known = frozenset(clue.id for clue in story.clues)
    return InspectedChoice(
        label=choice.label,
        to=choice.target,
        answer=story.answer_of(choice.takes).text if choice.takes else "",
        asks=_flag_texts(story, choice.requires),
        forbids=_flag_texts(story, choice.forbids - choice.grants),
        leaves=_flag_texts(story, choice.grants - of_path - known),
        closed=choice.closed,
        moves=story.describe_moves(choice.moves),
    )


def _flag_texts(story: Story, flags: Iterable[str]) -> tuple[str, ...]:
    return tuple(story.describe_condition(flag) for flag in sorted(flags))


def _clue_texts(clues: Facts) -> tuple[str, ...]:
    return tuple(text for each in clues for text in each.texts)
