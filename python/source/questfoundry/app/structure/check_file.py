"""Check a story that somebody else wrote."""

from __future__ import annotations

from questfoundry.app.structure.report import CheckReport, report_on
from questfoundry.domain.play.space import MOST
from questfoundry.domain.story.foreign import ForeignStory


def check_foreign(story: ForeignStory, *, most: int = MOST) -> CheckReport:
    """What there is to say about its structure; it may have loops, and has no plan to keep to."""
    return report_on(
        story.structure,
        title=story.title,
        spot=story.spots.get,
        most=most,
        words=story.words,
        unmodelled=story.unmodelled,
    )
