"""Tests of the Twee export for Harlowe."""

from collections.abc import Sequence

from hypothesis import given

from questfoundry.domain.protocols import SourceFile
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.edition import Edition
from questfoundry.infra.export.harlowe import HarloweExporter
from questfoundry.infra.export.twee import TweeExporter
from questfoundry.infra.foreign.twee import TweeReader
from tests.contracts.exporters import ExportedStoryContract
from tests.strategies.hostile import editions
from tests.support.editions import told, unwarned
from tests.support.examples import examples
from tests.support.seen import SeenPlaythrough
from tests.support.structures import choice, joined
from tests.support.twee_players import (
    harlowe,
    playthroughs_in_archive,
    playthroughs_in_twee,
    twee_passages,
)


class TestHarloweExporter(ExportedStoryContract):
    """The exporter contract with the Twee files for Harlowe. (EXP-20.3)"""

    exporter = HarloweExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        twee, archive = (file.content.decode() for file in files)
        return playthroughs_in_twee(twee, harlowe), playthroughs_in_archive(archive, harlowe)


def test_a_choice_is_written_as_the_format_has_it() -> None:
    """Harlowe has its own syntax for conditions, setters and links, and a wrong hook breaks the
    story. (EXP-4.3)
    """
    row = choice("row", "quay", "bank", requires=["wet"], forbids=["drowned"], grants=["rowed"])
    on = choice("on", "bank", "home", requires=["rowed"], grants=["unread"])
    twee, _ = HarloweExporter().export(unwarned(told(joined(row, on, home="home"))))
    flags, quay, bank, home = twee_passages(twee.content.decode())[2:]
    assert flags.tags == ("startup",)
    assert "(set: $flag_wet to false)" in flags.text
    assert quay.text == (
        "You are at quay.\n\nIt is quiet; it isn&#39;t safe.\n\n"
        "(if: $flag_wet and (not $flag_drowned))["
        '(link: "Go by row")[(set: $flag_rowed to true)'
        '(go-to: "Title of bank")]\n]'
    )
    assert bank.text.endswith('(if: $flag_rowed)[(link-goto: "Go by on", "Title of home")\n]')
    assert home.text.endswith("<strong>Ending home</strong>")


@examples(10)
@given(editions())
def test_our_own_reader_understands_it_as_it_does_that_for_sugarcube(edition: Edition) -> None:
    """A story exported for Harlowe and for SugarCube must mean the same when it is imported.
    (EXP-4.3)
    """
    read = []
    for exporter in (HarloweExporter(), TweeExporter()):
        twee, _ = exporter.export(edition)
        story = TweeReader().read([SourceFile(twee.name, twee.content)])
        assert story.unmodelled == ()
        read.append(
            [
                (each.id, each.requires, each.forbids, each.grants)
                for each in story.structure.choices
            ]
        )
    assert read[0] == read[1]
