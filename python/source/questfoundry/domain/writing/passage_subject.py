"""Define what a request for the prose of passages is about."""

from attrs import frozen

from questfoundry.domain.chat.exchange import RequestSubject
from questfoundry.domain.writing.briefing import Briefing


@frozen(kw_only=True)
class PassageSubject(RequestSubject):
    """The subject of a request for prose: the briefings of its passages, in reading order."""

    briefings: tuple[Briefing, ...]
