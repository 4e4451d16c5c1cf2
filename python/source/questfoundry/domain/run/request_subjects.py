"""Define what requests are about, and the author's requests that a model did not follow."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Self

from attrs import evolve, field, frozen

from questfoundry.domain.chat.exchange import RequestSubject
from questfoundry.domain.models.traits import Capabilities, ModelRef
from questfoundry.domain.story.entity import OutlineName
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import EMPTY_STORY, Story


@frozen(kw_only=True)
class IdMention:
    """An id that a request is about, with the words that explain it.

    ``text``: the explanation, such as an entity's concept or a beat's summary.
    ``name``: the name of the entity; empty for an id of something without a name.
    ``names``: the names of the location and the participants, by kind, if there is a location.
    """

    id: str
    text: str
    name: str = ""
    is_played: bool = False
    names: Mapping[str, str] | None = None


@frozen(kw_only=True)
class SectionSubject(RequestSubject):
    """The subject of a request for a section of an artifact, as data.

    ``author_lines``: the author's own lines, the idea first.
    ``outline``: the text of the author's outline, if there is one.
    ``brief``: the summary of the discussion, from which the section is made.
    ``focus``: sentences that concern this section alone, such as a dilemma with its answers.
    ``mentions``: the ids that the section decides or refers to.
    ``used``: values that other parts of the artifact already use, by the name of the field.
    ``story``: the story before this stage.
    ``size``, ``shape``: the author's choices; ``None`` without a choice.
    """

    author_lines: tuple[str, ...] = ()
    outline: str = ""
    outline_names: tuple[OutlineName, ...] = ()
    brief: str = ""
    focus: tuple[str, ...] = ()
    mentions: tuple[IdMention, ...] = ()
    used: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]])
    story: Story = EMPTY_STORY
    size: Size | None = None
    shape: StoryShape | None = None

    def map_ids(self, replace: Callable[[str], str]) -> Self:
        """Return the subject with ``replace`` applied to the ids of its mentions."""
        return evolve(
            self, mentions=tuple(evolve(each, id=replace(each.id)) for each in self.mentions)
        )


@frozen(kw_only=True)
class VoteSubject(RequestSubject):
    """The subject of a judge's request: the ``task``, its ``criteria``, and the ``drafts``.

    Criteria and drafts are sorted by the numbers in their ids. Both are empty if the request asks
    for the criteria.
    """

    task: str
    criteria: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()


class UnmetKind(StrEnum):
    """The kind of thing that the author asked for and the model did not deliver, such as a note."""

    LANGUAGE = "language"
    WISH = "wish"
    NAME = "name"
    POINT = "point"
    ORDER = "order"


@frozen(kw_only=True)
class UnmetRequest:
    """Something that the author asked for and that the model ``model`` did not deliver.

    ``asked``: the language's code, the note, the name, or the words of the outline.
    ``instead``: the code of the language that the model writes in; empty for other kinds.
    """

    kind: UnmetKind
    model: str
    asked: str
    instead: str = ""


def find_unmet_requests(
    model: ModelRef, capabilities: Capabilities, *, language: str, notes: Sequence[str]
) -> tuple[UnmetRequest, ...]:
    """Return what the author asked for and a model with ``capabilities`` cannot deliver.

    A model without comprehension follows no notes.
    """
    found: list[UnmetRequest] = []
    if (
        capabilities.languages
        and language.partition("-")[0].casefold() not in capabilities.languages
    ):
        found.append(
            UnmetRequest(
                kind=UnmetKind.LANGUAGE,
                model=str(model),
                asked=language,
                instead=capabilities.languages[0],
            )
        )
    if not capabilities.comprehension:
        found += [UnmetRequest(kind=UnmetKind.WISH, model=str(model), asked=each) for each in notes]
    return tuple(found)
