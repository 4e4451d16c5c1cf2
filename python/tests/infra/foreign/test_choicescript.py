"""Tests of reading games in ChoiceScript."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, assume, given
from hypothesis import strategies as st

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Structure, play
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.choicescript import ChoiceScriptExporter
from questfoundry.infra.foreign.choicescript.reader import ChoiceScriptReader
from questfoundry.testing import StoryReaderContract
from tests.infra.export.test_choicescript import scenes
from tests.strategies.choicescript import games
from tests.strategies.hostile import editions
from tests.strategies.stat_editions import few_ways, stat_editions
from tests.support.choicescript_player import EndlessLoopError, Player
from tests.support.choicescript_reader import plain
from tests.support.examples import examples
from tests.support.pace import is_in_line
from tests.support.seen import playthroughs_seen

QUAY = """\
*title The Bell
*scene_list
  startup
  boat
*create courage 1
*create lamp false
*comment The beginning.
The bell rings.

*choice
  #Take the lamp.
    *set lamp true
    *goto out
  #Go.
    You go, ${courage}.
    *set courage +1
    *goto out
*label out
*if lamp
  It is bright.
*fake_choice
  *hide_reuse #Whistle
    A tune.
  #Wait
*gosub weather
*gosub weather
*page_break On
*if (courage > 1) and (not(lamp))
  *goto_scene boat deep
*finish To the boat
*label weather
It rains.
*return
"""
BOAT = """\
*temp tries 0
*label row
*choice
  *hide_reuse *if (lamp) #Shine
    *goto row
  *if (courage > 1)
    #Dive
      *goto deep
  *selectable_if (tries < 2) #Row
    *set tries +1
    *goto row
  *selectable_if (false) #Too tired.
    *goto row
  #Rest
    *ending
*label deep
*rand courage 1 2
*if (courage = 1)
  You sink.
  *ending
*else
  You rise.
  *ending
"""


def files(startup: str, **others: str) -> list[SourceFile]:
    texts = {"startup": startup, **others}
    return [SourceFile(f"game/{name}.txt", text.encode()) for name, text in texts.items()]


def read(startup: str, **others: str) -> ForeignStory:
    return ChoiceScriptReader().read(files(startup, **others))


class TestChoiceScriptReader(StoryReaderContract):
    @pytest.fixture
    def reader(self) -> ChoiceScriptReader:
        return ChoiceScriptReader()

    @pytest.fixture
    def files(self) -> list[SourceFile]:
        return files(QUAY, boat=BOAT)


def labels_along(structure: Structure, *labels: str) -> list[set[str]]:
    """Return the labels on offer at the start and after each choice; players follow jumps."""
    taken: list[str] = []
    offered = []
    for label in (*labels, ""):
        while len(now := play(structure, taken).open) == 1 and not now[0].label:
            taken.append(now[0].id)
        offered.append({each.label for each in now})
        taken += [each.id for each in now if each.label == label][:1]
    return offered


def test_choices_are_open_as_in_choicescript() -> None:
    """Conditions, stats and options taken once decide what players can do. (FMT-15.1)"""
    story = read(QUAY, boat=BOAT)
    assert story.title == "The Bell"
    assert story.unmodelled == ()
    assert labels_along(story.structure, "Go.", "Whistle", "On")[:3] == [
        {"Take the lamp.", "Go."},
        {"Whistle", "Wait"},
        {"On"},
    ]
    rowing = labels_along(
        story.structure, *("Take the lamp.", "Wait", "On", "To the boat", "Shine", "Row", "Row")
    )
    tired = [{"Row", "Rest"}, {"Row", "Rest"}, {"Rest"}]
    assert rowing[3:] == [{"To the boat"}, {"Shine", "Row", "Rest"}, *tired]
    endings = {each.id for each in story.structure.passages if each.ending}
    assert endings == {"boat: line 15", "boat: line 19", "boat: line 22"}
    assert {each.source for each in story.structure.choices if each.id in story.random_choices} == {
        "boat: deep"
    }


def test_passages_are_scenes_labels_and_lines() -> None:
    """Reports name passages as authors know them, with the line in the file. (FMT-15.1)"""
    story = read(QUAY, boat=BOAT)
    assert str(story.places["boat: deep"]) == "game/boat.txt:16"
    texts = {
        each.name: each.text for each in ChoiceScriptReader().read_passages(files(QUAY, boat=BOAT))
    }
    assert texts["startup"] == "The bell rings."
    assert texts["startup: out"] == "It is bright."
    calls = [
        each for each in texts if each.startswith("startup: weather (returns to startup: line ")
    ]
    assert [texts[each] for each in calls] == ["It rains."] * 2


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("*if (lamp)\n  Yes.", "makes the variable 'lamp'"),
        ("*fly", "no such command"),
        ("*choice\n  #A\n    Text.\n  #B\nEnd.", "players fall into the next option"),
        ("*choice\n  *if true\n    #A\n  #B\nEnd.", "players fall into the next option"),
        ("*choice\n  Text.\n  #A\n    *finish", "only options may be below"),
        ("*create x true\n*if x\n  A.\n*else\n  B.", "players fall into the next branch"),
        ("*label a\nText.\n*label A", "another label has this name"),
        ("*return", "no *gosub leads here"),
        ("#A", "must be below *choice"),
    ],
)
def test_what_choicescript_refuses_is_an_error(code: str, problem: str) -> None:
    """The game stops at such a line, perhaps long after its author tried it. (FMT-15.2)"""
    found = [each.item.problem for each in read(f"Text.\n{code}\n").findings]
    assert [problem in each for each in found] == [True]


def test_authors_may_let_players_fall_out_of_branches() -> None:
    """Some games end blocks without jumps, and the last option never needs one. (FMT-15.2)"""
    assert read("*choice\n  #A\n    *finish\n  #B\n    Text.\nEnd.\n").findings == ()
    code = "*create implicit_control_flow true\n*choice\n  #A\n    Text.\n  #B\nEnd.\n*ending\n"
    story = read(code)
    assert story.findings == ()
    assert [each.ending for each in story.structure.passages if each.ending] == ["line 6"]


def test_what_is_not_known_is_said() -> None:
    """No error may depend on what players type, or on where unknown code leads."""
    story = read(
        '*create who "Ann"\n*create stat 50\n*input_text who\n*set stat %+ 10\n*choice\n'
        '  *if (who = "Bo") #Bo\n    *ending\n  *if (stat > 50) #High\n    *goto {who}\n'
        "  #On\n    *ending\n"
    )
    assert {each.what for each in story.unmodelled} == {
        "the condition 'who' is not modelled: what depends on it counts as open",
        "the condition 'stat' is not modelled: what depends on it counts as open",
        "where '*goto {who}' leads is not modelled",
    }
    assert labels_along(story.structure)[0] == {"Bo", "High", "On"}


@examples(10, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(editions() | stat_editions().filter(few_ways))
def test_an_exported_story_comes_back(edition: Edition) -> None:
    """The reader understands conditions, stats and flags as the exporter means them. (FMT-15.4)"""
    texts = scenes(ChoiceScriptExporter().export(edition))
    story = read(
        **{name.removesuffix(".txt"): text for name, text in texts.items() if name.endswith(".txt")}
    )
    assume(not story.unmodelled)  # stats that rise and fall often have too many values
    found = {tuple(each) for each in offered_on_every_route(story.structure, [])}
    assert found == {
        tuple((step.offered, step.taken) for step in steps if step.offered)
        for steps in playthroughs_seen(edition)
    }


def offered_on_every_route(
    structure: Structure, taken: list[str]
) -> Iterator[list[tuple[tuple[str, ...], int]]]:
    now = play(structure, taken).open
    if not now:
        yield []
    elif len(now) == 1 and not now[0].label:
        yield from offered_on_every_route(structure, [*taken, now[0].id])
    else:
        labels = tuple(plain(each.label) for each in now)
        for place, choice in enumerate(now):
            for rest in offered_on_every_route(structure, [*taken, choice.id]):
                yield [(labels, place), *rest]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["chapter.txt"], "has one file 'startup.txt'. Give the folder"),
        (["a/startup.txt", "b/startup.txt"], "has one file 'startup.txt'"),
        (["startup.txt"], "is empty"),
    ],
)
def test_files_without_a_game_are_refused(names: list[str], words: str) -> None:
    """An error says which file is missing."""
    with pytest.raises(InputError, match=words):
        ChoiceScriptReader().read([SourceFile(name, b"\n") for name in names])


def test_hostile_games_are_read_in_time_or_refused() -> None:
    """A file from a stranger must not stop the program."""
    with pytest.raises(InputError, match="indented more than"):
        read("\n".join(f"{' ' * depth}*if true" for depth in range(5_000)))
    with pytest.raises(InputError, match="more than"):
        read("Text.\n" * 200_000)
    calls = "*label a\n" + "*gosub a\n*gosub b\n" * 20 + "*return\n*label b\n*gosub a\n*return\n"
    assert read(calls).unmodelled

    def spend(times: int) -> None:
        read("*create x 1\n" + "*if x\n  *set x 2\n" * times)

    assert is_in_line(spend, 300)


CREATED = (
    "*scene_list\n  startup\n  boat\n*create lamp false\n*create n 0\n"
    "*create implicit_control_flow true\n"
)


@examples(60, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(games(), st.randoms(use_true_random=False))
def test_a_naive_player_meets_the_predicted_options(
    game: dict[str, list[str]], draw: Random
) -> None:
    """Jumps, blocks and subroutines combine in ways that no example has. (FMT-15.1)"""
    texts = {name: "\n".join(lines) for name, lines in game.items()}
    story = read(CREATED + texts["startup"], boat=texts["boat"])
    assert story.findings == ()
    assume(not story.unmodelled)
    for _ in range(5):
        values = {"lamp": False, "n": 0, "t": 0}
        player, taken = Player(game, ["startup", "boat"], values), list[str]()
        try:
            player.run()
            for _ in range(12):
                now = play(story.structure, taken).open
                while len(now) == 1 and not now[0].label:
                    taken.append(now[0].id)
                    now = play(story.structure, taken).open
                assert sorted(each.label for each in now) == sorted(player.offered)
                if not now:
                    break
                choice = draw.choice(now)
                taken.append(choice.id)
                player.take(choice.label)
        except EndlessLoopError:
            continue
