"""The contract that every export format must keep."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, given

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.report import Edition
from questfoundry.testing import StoryExporterContract
from tests.strategies.hostile import editions
from tests.strategies.stat_editions import few_ways, stat_editions
from tests.strategies.whole import whole_editions
from tests.support.examples import examples
from tests.support.seen import SeenPlaythrough, playthroughs_seen


class ExportedStoryContract(StoryExporterContract, ABC):
    """The contract of an exporter; a subclass names the exporter and reads its files."""

    @abstractmethod
    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        """Return all playthroughs, once for each file that contains them."""

    # Many exporters share this test, which Hypothesis takes for a mistake.
    @examples(25, suppress_health_check=[HealthCheck.differing_executors])
    @given(editions())
    def test_playthroughs_show_what_they_should_and_no_more(self, edition: Edition) -> None:
        """Every format tells the same story. (EXP-20.3, EXP-20.5)"""
        files = self.read(self.exporter.export(edition))
        assert files
        for playthroughs in files:
            assert playthroughs == playthroughs_seen(edition)

    @examples(8, suppress_health_check=list(HealthCheck))
    @given(stat_editions().filter(few_ways))
    def test_stats_are_numbers_that_open_and_close_choices(self, edition: Edition) -> None:
        """A level that is off by one shows another story. (EXP-33.1)"""
        for playthroughs in self.read(self.exporter.export(edition)):
            assert playthroughs == playthroughs_seen(edition)

    @examples(5, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
    @given(whole_editions())
    def test_a_story_with_every_feature_is_played_as_it_is(self, edition: Edition) -> None:
        """Features that work alone can break each other, so random stories combine all of them."""
        for playthroughs in self.read(self.exporter.export(edition)):
            assert playthroughs == playthroughs_seen(edition)
