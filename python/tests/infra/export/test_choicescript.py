"""Tests of the ChoiceScript export, which a small reader plays by ChoiceScript's documentation."""

import zipfile
from collections.abc import Sequence
from io import BytesIO

from attrs import evolve

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.choicescript import ChoiceScriptExporter
from tests.contracts.exporters import ExportedStoryContract
from tests.support.choicescript_reader import nested, read_game, read_text
from tests.support.editions import small_edition, with_clues
from tests.support.seen import SeenPlaythrough
from tests.support.stat_story import stat_edition


def scenes(files: Sequence[ExportedFile]) -> dict[str, str]:
    [file] = files
    with zipfile.ZipFile(BytesIO(file.content)) as archive:
        return {
            name.removeprefix("mygame/scenes/"): archive.read(name).decode()
            for name in archive.namelist()
        }


def exported(edition: Edition) -> dict[str, str]:
    return scenes(ChoiceScriptExporter().export(edition))


class TestChoiceScriptExporter(ExportedStoryContract):
    exporter = ChoiceScriptExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        return [read_game(scenes(files)["startup.txt"]).playthroughs()]


def test_a_passage_in_choicescript() -> None:
    """Authors continue in these files, so they look as if written by hand. (EXP-34.1)"""
    startup = exported(stat_edition())["startup.txt"]
    assert startup.startswith(
        "*title The Green Light\n*scene_list\n    startup\n"
        "*comment Chosen: Offer Win your second bottle\n"
        "*create flag_chosen_offer_win_your_second_bottle false\n"
        "*comment Does Win trust you?\n*create wins_trust 0\n"
    )
    vault = startup[startup.index("*label the_vault") : startup.index("*label the_door")]
    assert vault == (
        "*label the_vault\n*comment The Vault\nThe vault is dry.\n\n"
        "*if (wins_trust >= 2)\n    Win hands you the lamp unasked.\n\n"
        "*if (wins_trust <= (0 - 1))\n    Win keeps a hand on her knife.\n\n"
        "*choice\n"
        "    *if (wins_trust >= 1)\n        #Ask Win to hold the door\n            *goto the_door\n"
        "    *if (not((wins_trust >= 1)))\n"
        "        *selectable_if (false) #Win takes no orders from you.\n"
        "            *goto the_door\n"
        "    *if (stat_air >= 1)\n        #Swim the shaft\n            *goto the_shaft\n"
        "    *if (stat_air <= 0)\n        #Swim the shaft\n            *set wins_trust -1\n"
        "            *goto the_ledge\n\n"
    )


def test_the_page_of_stats_says_what_a_player_knows() -> None:
    """Players of ChoiceScript look for their stats on this page."""
    edition = with_clues(stat_edition())
    lines = nested(exported(edition)["choicescript_stats.txt"])
    known = dict.fromkeys(read_game(exported(edition)["startup.txt"]).values, 0)
    assert [*read_text(lines, known)] == ["[b]What you know[/b]", "Nothing yet."]
    assert [*read_text(lines, known | {"wins_trust": -2})][1:] == [
        "[b]Does Win trust you?[/b]",
        "Win is wary of you.",
    ]
    numbers = evolve(edition, publication=Publication(show_numbers=True))
    assert exported(numbers)["choicescript_stats.txt"].endswith(
        "*stat_chart\n    text wins_trust Win's trust\n    text stat_air Air\n"
    )


def test_a_story_without_stats_and_clues_has_an_empty_page() -> None:
    """ChoiceScript opens the page of stats in every game."""
    assert "Nothing yet" not in exported(small_edition())["choicescript_stats.txt"]
    assert read_game(exported(small_edition())["startup.txt"]).headers["*scene_list"] == "startup"
