"""Tests of the Twee export for Snowman."""

import json
from collections.abc import Sequence

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.infra.export.snowman import SnowmanExporter
from tests.contracts.exporters import ExportedStoryContract
from tests.support.editions import told, unwarned
from tests.support.seen import SeenPlaythrough
from tests.support.structures import choice, joined
from tests.support.twee_players import (
    playthroughs_in_archive,
    playthroughs_in_twee,
    snowman,
    twee_passages,
)


class TestSnowmanExporter(ExportedStoryContract):
    """The exporter contract with the Twee files for Snowman. (EXP-20.3)"""

    exporter = SnowmanExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        twee, archive = (file.content.decode() for file in files)
        return playthroughs_in_twee(twee, snowman), playthroughs_in_archive(archive, snowman)


def test_a_choice_is_a_link_that_javascript_hides_and_notes() -> None:
    """Snowman evaluates JavaScript, so conditions and setters must work in both of its versions.
    (EXP-4.2)
    """
    row = choice("row", "quay", "bank", requires=["wet"], forbids=["drowned"], grants=["rowed"])
    on = choice("on", "bank", "home", requires=["rowed"], grants=["unread"])
    twee, _ = SnowmanExporter().export(unwarned(told(joined(row, on, home="home"))))
    _, data, quay, bank, home = twee_passages(twee.content.decode())
    assert quay.text == (
        "<p>You are at quay.</p>\n\n<p>It is quiet; it isn't safe.</p>\n\n"
        "<% if (s.flag_wet && !s.flag_drowned) { %>"
        '<p><a href="javascript:void(0)" data-passage="Title of bank" '
        'onclick="event.stopPropagation(); window.story.state.flag_rowed = true; '
        'window.story.show(this.dataset.passage)">'
        "Go by row</a></p>\n\n<% } %>"
    )
    assert "<% if (s.flag_rowed) { %>" in bank.text
    assert "flag_unread" not in bank.text
    assert home.text.endswith("<p><strong>Ending home</strong></p>")
    assert json.loads(data.text)["format"] == "Snowman"
