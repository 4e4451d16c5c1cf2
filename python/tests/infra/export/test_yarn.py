"""Tests of the Yarn Spinner export; the tests of the ecosystem play it in YarnBound."""

from questfoundry.infra.export.yarn import YarnExporter
from questfoundry.testing import StoryExporterContract
from tests.support.rich_story import rich_edition
from tests.support.stat_story import stat_edition


class TestYarnExporter(StoryExporterContract):
    exporter = YarnExporter()


def test_a_node_in_yarn() -> None:
    """Authors continue in this file, so it looks as if written by hand. (EXP-36.1)"""
    yarn = YarnExporter().export(stat_edition())[0].content.decode()
    assert "---\n/// Chosen: Offer Win your second bottle\n<<declare $flag_chosen" in yarn
    assert (
        "===\ntitle: the_vault\npassage: The Vault\n---\nThe vault is dry.\n"
        "<<if $wins_trust >= 2>>\n    Win hands you the lamp unasked.\n<<endif>>\n"
        "<<if $wins_trust <= -1>>\n    Win keeps a hand on her knife.\n<<endif>>\n"
        "<<if (not ($wins_trust >= 1))>>\n    Win takes no orders from you. #closed\n<<endif>>\n"
        "-> Ask Win to hold the door <<if $wins_trust >= 1>>\n    <<jump the_door>>\n"
        "-> Swim the shaft <<if $stat_air >= 1>>\n    <<jump the_shaft>>\n"
        "-> Swim the shaft <<if $stat_air <= 0>>\n"
        "    <<set $wins_trust to $wins_trust - 1>>\n    <<jump the_ledge>>\n===\n"
    ) in yarn


def test_prose_in_yarn() -> None:
    """Yarn reads brackets, braces and signs as markup, and words before a colon as a name."""
    files = {each.name: each.content for each in YarnExporter().export(rich_edition())}
    yarn = files["the-green-light.yarn"].decode()
    for line in (
        "[character /]It is [i]late[/i], [b]dark[/b] and [b][i]cold[/i][/b]: "
        "[b]bold [i]and[/i] slow[/b], [i]so [b]it[/b] goes[/i].",
        r"[character /]Trust: {$wins_trust}; none: \{no-such-stat\}; typed: *so*, \{air\}, "
        r"\[x](https:\/\/x.org).",
        r"[character /]\[The tide bell] #sound:the-green-light-bell.mp3",
    ):
        assert f"\n{line}\n" in yarn
    problems = [each.problem for each in YarnExporter().list_losses(rich_edition())]
    assert ["no pictures" in problems[0], "widths" in problems[1]] == [True, True]
    assert "the-green-light-bell.mp3" in files
