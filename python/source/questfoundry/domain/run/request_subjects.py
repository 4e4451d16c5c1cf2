"""Define the subjects of requests: structured data for providers that use no language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

from attrs import evolve, field, frozen

from questfoundry.domain.chat.exchange import RequestSubject
from questfoundry.domain.story.entity import OutlineName
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import EMPTY_STORY, Story

if TYPE_CHECKING:
    from questfoundry.domain.writing.briefing import Briefing


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
    ``default``: the answer of a provider without a model, if the stage has one; else ``None``.
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
    default: Mapping[str, Any] | None = None

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


@frozen(kw_only=True)
class PassageSubject(RequestSubject):
    """The subject of a request for prose: the briefings of its passages, in reading order.

    ``author_idea``, ``outline``: the author's own idea, and the text of the author's outline.
    ``story``: the story before its prose is written.
    """

    briefings: tuple[Briefing, ...]
    author_idea: str = ""
    outline: str = ""
    story: Story = EMPTY_STORY
