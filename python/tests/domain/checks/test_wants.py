"""The advice that people with a want act first in every act."""

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.story.story import Story
from tests.support.small_story import AIR, ILK, LEDGER, made_until, story_of, with_want


def find_idle(story: Story) -> list[Finding]:
    """Return the findings about people who never act first."""
    found = check(story.existing_structure, story=story)
    return [each for each in found if each.rule == Law.WANTS]


async def test_a_want_without_a_move_is_named_with_its_act() -> None:
    """An author sees who waits for the player, and where they could act. (LAW-7.4)"""
    story = story_of(await made_until("grow"))
    assert find_idle(story) == []

    (finding,) = find_idle(with_want(story))
    assert (finding.severity, finding.place) == (Severity.WARNING, "passage::setup-1")
    assert all(each in finding.problem for each in (ILK, AIR, LEDGER))
    assert "Sergeant Ilk" in finding.fix

    for beat in ("setup-1", "the-last-air-shared-1", "the-drowned-ledger-shared-1"):
        assert find_idle(with_want(story, f"beat::{beat}")) == []
