"""Define what a request for the prose of passages is about."""

from attrs import frozen

from questfoundry.domain.chat.exchange import RequestSubject
from questfoundry.domain.story.story import EMPTY_STORY, Story
from questfoundry.domain.writing.briefing import Briefing


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
