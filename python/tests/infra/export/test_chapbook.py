"""Tests of the Twee export for Chapbook."""

from collections.abc import Sequence

from hypothesis import given

from questfoundry.domain.protocols import SourceFile
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.edition import Edition
from questfoundry.infra.export.chapbook import ChapbookExporter
from questfoundry.infra.foreign.twee import TweeReader
from tests.contracts.exporters import ExportedStoryContract
from tests.strategies.hostile import editions
from tests.support.editions import told, unwarned
from tests.support.examples import examples
from tests.support.seen import SeenPlaythrough
from tests.support.structures import choice, joined
from tests.support.twee_players import (
    chapbook,
    playthroughs_in_archive,
    playthroughs_in_twee,
    twee_passages,
)


class TestChapbookExporter(ExportedStoryContract):
    """The exporter contract with the Twee files for Chapbook. (EXP-20.3)"""

    exporter = ChapbookExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        twee, archive = (file.content.decode() for file in files)
        return playthroughs_in_twee(twee, chapbook), playthroughs_in_archive(archive, chapbook)


def test_a_choice_is_written_as_the_format_has_it() -> None:
    """Chapbook has no setter links, so a choice that sets flags must lead over a passage of its
    own. (EXP-4.4)
    """
    row = choice("row", "quay", "bank", requires=["wet"], forbids=["drowned"], grants=["rowed"])
    on = choice("on", "bank", "home", requires=["rowed"], grants=["unread"])
    twee, _ = ChapbookExporter().export(unwarned(told(joined(row, on, home="home"))))
    quay, _, home, begin, over = twee_passages(twee.content.decode())[2:]
    assert begin.name == "StoryBegin"
    assert begin.text.endswith('--\n{embed passage: "Title of quay"}')
    assert quay.text == (
        "<p>You are at quay.</p>\n\n<p>It is quiet; it isn&#39;t safe.</p>\n\n"
        "[if flag_wet && !flag_drowned]\n<p>[[Go by row->StoryChoice1]]</p>\n\n[continue]"
    )
    assert over.text == 'flag_rowed: true\n--\n{embed passage: "Title of bank"}'
    assert home.text.endswith("<strong>Ending home</strong></p>")


@examples(10)
@given(editions())
def test_our_own_reader_understands_all_of_it(edition: Edition) -> None:
    """A story that leaves QuestFoundry for Chapbook must come back without loss. (EXP-4.4)"""
    twee, _ = ChapbookExporter().export(edition)
    story = TweeReader().read([SourceFile(twee.name, twee.content)])
    assert story.unmodelled == ()
