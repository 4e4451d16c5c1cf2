"""What every format that stories are shipped in must hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, given, settings

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.edition import Edition
from questfoundry.testing import StoryExporterContract
from tests.strategies.hostile import editions
from tests.strategies.whole import whole_editions
from tests.support.seen import SeenPlaythrough, playthroughs_seen


class ExportedStoryContract(StoryExporterContract, ABC):
    """A subclass says which exporter, and reads its files with code that knows only the format."""

    @abstractmethod
    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        """All playthroughs, as each of the files tells them."""

    # One law for many exporters: hypothesis cannot know that their examples differ in nothing.
    @settings(max_examples=25, suppress_health_check=[HealthCheck.differing_executors])
    @given(editions())
    def test_every_playthrough_shows_what_it_should_and_no_other_is_there(
        self, edition: Edition
    ) -> None:
        """EXP-20.3, EXP-20.5, EXP-20.6, EXP-20.7."""
        files = self.read(self.exporter.export(edition))
        assert files
        for playthroughs in files:
            assert playthroughs == playthroughs_seen(edition)

    @settings(max_examples=5, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
    @given(whole_editions())
    def test_a_story_with_all_that_one_can_have_is_played_as_it_is(self, edition: Edition) -> None:
        """EXP-20.8."""
        for playthroughs in self.read(self.exporter.export(edition)):
            assert playthroughs == playthroughs_seen(edition)
