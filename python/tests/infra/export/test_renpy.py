"""Tests of the Ren'Py export, which a small reader plays by Ren'Py's documentation."""

import zipfile
from collections.abc import Sequence
from io import BytesIO

from attrs import evolve

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.choicescript import ChoiceScriptExporter
from questfoundry.infra.export.renpy import RenPyExporter
from tests.contracts.exporters import ExportedStoryContract
from tests.docs.test_example_story import RECORDED
from tests.docs.test_example_story import edition as example_edition
from tests.infra.export.test_choicescript import scenes
from tests.support.choicescript_reader import read_game
from tests.support.examples import in_profile
from tests.support.renpy_reader import read_script
from tests.support.rich_story import SOUND, picture, rich_edition
from tests.support.seen import SeenPlaythrough, random_playthroughs
from tests.support.stat_story import stat_edition


def contents(files: Sequence[ExportedFile]) -> dict[str, bytes]:
    [file] = files
    with zipfile.ZipFile(BytesIO(file.content)) as archive:
        return {name.removeprefix("game/"): archive.read(name) for name in archive.namelist()}


def exported(edition: Edition, name: str = "script.rpy") -> str:
    return contents(RenPyExporter().export(edition))[name].decode()


class TestRenPyExporter(ExportedStoryContract):
    exporter = RenPyExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        return [read_script(contents(files)["script.rpy"].decode()).playthroughs()]


def test_the_example_is_played_in_renpy_and_choicescript() -> None:
    """A long story has more playthroughs than can be read, so some are drawn."""
    edition = example_edition(RECORDED)
    game = read_game(scenes(ChoiceScriptExporter().export(edition))["startup.txt"])
    script = read_script(exported(edition))
    for steps in random_playthroughs(edition, in_profile(500)):
        route = [step.taken for step in steps if step.taken is not None]
        assert game.playthroughs(route) == script.playthroughs(route) == {steps}


def test_a_passage_in_renpy() -> None:
    """Authors continue in this script, so it looks as if written by hand."""
    script = exported(stat_edition())
    assert script.startswith(
        "define narrator = nvl_narrator\ndefine menu = nvl_menu\n\n"
        "# Chosen: Offer Win your second bottle\n"
        "default story.flag_chosen_offer_win_your_second_bottle = False\n"
        "# Does Win trust you?\ndefault story.wins_trust = 0\n"
    )
    assert (
        "\nlabel passage_the_vault:\n    # The Vault\n    nvl clear\n"
        '    "The vault is dry."\n'
        '    if story.wins_trust >= 2:\n        "Win hands you the lamp unasked."\n'
        '    if story.wins_trust <= -1:\n        "Win keeps a hand on her knife."\n'
        '    if not (story.wins_trust >= 1):\n        "Win takes no orders from you."\n'
        '    menu:\n        "Ask Win to hold the door" if story.wins_trust >= 1:\n'
        "            jump passage_the_door\n"
        '        "Swim the shaft" if story.stat_air >= 1:\n            jump passage_the_shaft\n'
        '        "Swim the shaft" if story.stat_air <= 0:\n'
        "            $ story.wins_trust -= 1\n            jump passage_the_ledge\n"
        "    return\n"
    ) in script


def test_prose_in_renpy() -> None:
    """Ren'Py reads brackets, braces and percent signs as markup, and has tags of its own."""
    files = contents(RenPyExporter().export(rich_edition()))
    assert (files["images/rooms-map.png"], files["audio/bell.mp3"]) == (picture(), SOUND)
    script = files["script.rpy"].decode()
    for line in (
        '"It is {i}late{/i}, {b}dark{/b} and {b}{i}cold{/i}{/b}: {b}bold {i}and{/i} slow{/b}, '
        '{i}so {b}it{/b} goes{/i}."',
        '"Trust: [story.wins_trust]; none: {{no-such-stat}; typed: *so*, {{air}, '
        '[[x](https://x.org)."',
        'scene expression "images/rooms-map.png" at truecenter',
        'alt "A map of \\"the house\\" & <garden>"',
        'play sound "audio/bell.mp3"',
        '"[[A lost picture]"',
    ):
        assert f"\n    {line}\n" in script
    [loss] = RenPyExporter().list_losses(rich_edition())
    assert "widths of pictures" in loss.problem


def test_long_passages_have_several_screens() -> None:
    """Text at the end of a full screen would be out of sight."""
    edition = stat_edition()
    long = {edition.structure.start: "\n\n".join(["It is a long night. " * 20] * 5)}
    script = exported(evolve(edition, prose={**edition.prose, **long}))
    start = script[script.index("label passage_the_deck") : script.index("label passage_the_hatch")]
    assert [part.count("night") // 20 for part in start.split("nvl clear")] == [0, 2, 2, 1]


def test_the_options_of_a_game_name_it() -> None:
    """Ren'Py shows the title in its window, and saves games in a folder of that name."""
    edition = evolve(stat_edition(), title='The "Green" {Light}', language="he")
    assert exported(edition, "options.rpy").splitlines() == [
        'define config.name = "The \\"Green\\" {Light}"',
        'define gui.about = "One vault, two divers."',
        'define build.name = "the-green-light"',
        f'define config.save_directory = "the-green-light-{edition.ifid.lower()}"',
        "define config.screen_width = 1280",
        "define config.screen_height = 720",
        "define config.rtl = True",
    ]
