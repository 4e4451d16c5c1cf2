"""A scripted player walks through stories."""

from collections.abc import Sequence

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.playing.walk import (
    PlayCommand,
    PlayView,
    ShownPassage,
    ShownStat,
    TakeChoice,
    WalkStoryUseCase,
)
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.dilemma import Consequence, Path
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.passage import Ending, Passage, play
from questfoundry.domain.story.story import Story
from tests.strategies.structures import FLAGS, structures
from tests.support.chapters import with_chapters
from tests.support.examples import examples
from tests.support.stat_story import stat_edition, stat_story
from tests.support.structures import choice, joined


class ScriptedPlayView(PlayView):
    """A view that plays a script and records what it shows; unavailable commands are skipped."""

    def __init__(self, script: Sequence[int | PlayCommand]) -> None:
        self._script = list(script)
        self.scenes: list[ShownPassage] = []
        self.flags: list[tuple[str, ...]] = []
        self.taken: list[int] = []
        self.clues: list[tuple[str, ...]] = []

    def show(self, scene: ShownPassage) -> None:
        self.scenes.append(scene)

    def show_flags(self, flags: Sequence[str]) -> None:
        self.flags.append(tuple(flags))

    def show_clues(self, clues: Sequence[Clue], stats: Sequence[ShownStat]) -> None:
        self.clues.append((*(clue.text for clue in clues), *(each.sentence for each in stats)))

    def ask(self, scene: ShownPassage) -> TakeChoice | PlayCommand:
        while self._script:
            match self._script.pop(0):
                case int(number) if scene.labels:
                    self.taken.append(number % len(scene.labels))
                    return TakeChoice(self.taken[-1])
                case PlayCommand.BACK if scene.number > 1:
                    self.taken.pop()
                    return PlayCommand.BACK
                case PlayCommand.RESTART:
                    self.taken.clear()
                    return PlayCommand.RESTART
                case PlayCommand.FLAGS | PlayCommand.CLUES as command:
                    return command
        return PlayCommand.QUIT


def test_what_is_known_is_told_from_when_it_was_learnt() -> None:
    """A clue shown before the player learns it would be a spoiler."""
    structure = joined(evolve(choice("on", "hall", "out"), grants={"clue::bell"}), out="gone")
    clue = Clue(id="clue::bell", question="Who rang?", text="Ilk rang.", teaching_beats=())
    story = Story(
        structure=structure, clues=(clue,), endings=(Ending(id="ending::gone", name="Gone"),)
    )
    view = ScriptedPlayView([PlayCommand.CLUES, 0, PlayCommand.CLUES])
    WalkStoryUseCase(view=view).execute(story, named)
    assert view.clues == [(), ("Ilk rang.",)]


def test_stats_are_told_as_sentences_or_numbers() -> None:
    """A note above the text interrupts the story; what one knows lists it. (PLY-12.1)"""
    view = ScriptedPlayView([1, PlayCommand.CLUES, 0, PlayCommand.CLUES, PlayCommand.FLAGS])
    WalkStoryUseCase(view=view).execute(stat_story(), named)
    assert [scene.changes for scene in view.scenes] == [(), (), ()]
    assert view.clues == [("Win is wary of you.", ""), ("", "")]
    assert view.flags == [("Chosen: Keep both bottles", "Chosen: Thank her for waiting")]
    counting = ScriptedPlayView([0, 2])
    WalkStoryUseCase(view=counting, show_numbers=True).execute(stat_story(), named)
    assert [scene.changes for scene in counting.scenes[1:]] == [
        ("Win's trust +1", "Air \N{MINUS SIGN}1"),
        ("Win's trust \N{MINUS SIGN}1", "Air +1"),
    ]


def test_a_stat_that_nothing_reads_is_not_told() -> None:
    """A sentence about a stat without any use means nothing to a player. (PLY-12.1)"""
    told = stat_story()
    silent = [evolve(each, requires=(), forbids=()) for each in told.existing_structure.choices]
    passages = (evolve(each, conditional_flags=()) for each in told.existing_structure.passages)
    structure = evolve(told.existing_structure, choices=tuple(silent), passages=tuple(passages))
    view = ScriptedPlayView([1, PlayCommand.CLUES])
    WalkStoryUseCase(view=view, show_numbers=True).execute(evolve(told, structure=structure), named)
    assert [scene.changes for scene in view.scenes] == [(), ()]
    assert view.clues == [()]
    edition = stat_edition()
    assert edition.moved_stats
    assert evolve(edition, structure=structure).moved_stats == ()


def test_copies_of_a_closed_choice_are_told_once_and_only_if_all_are_closed() -> None:
    """A player who can take the option would read that they cannot. (EXP-20.5)"""
    hall = [
        choice("wait", "hall", "out"),
        choice("bell", "hall", "hall", forbids=["bell"], grants=["bell"]),
        choice("lamp", "hall", "hall", forbids=["lamp"], grants=["lamp"]),
    ]
    gate = evolve(hall[0], id="choice::gate", label="Hum", closed="You do not know the tune.")
    first = evolve(gate, id="choice::first", requires={"flag::bell", "flag::lamp"})
    second = evolve(gate, requires={"flag::bell"}, forbids={"flag::lamp"})
    structure = joined(*hall, first, second, out="gone")

    def told(*taken: str) -> tuple[list[str], list[str]]:
        now = play(structure, [f"choice::{each}" for each in taken])
        return [each.label for each in now.open if each.label], [each.closed for each in now.closed]

    assert told() == ([], ["You do not know the tune."])
    assert told("bell") == (["Hum"], [])
    assert told("bell", "lamp") == (["Hum"], [])
    assert told("lamp") == ([], ["You do not know the tune."])


def test_a_chapter_is_told_where_it_begins() -> None:
    """Players expect a chapter's title at its beginning and nowhere else."""
    structure = joined(choice("on", "hall", "out"), out="gone")
    passages = tuple(
        evolve(each, beats=(f"beat::{slug_of(each.id)}",)) for each in structure.passages
    )
    story = Story(
        structure=evolve(structure, passages=passages),
        endings=(Ending(id="ending::gone", name="Gone"),),
    )
    view = ScriptedPlayView([0])
    told = with_chapters(story, {structure.passages[-1].id: "The Street"})
    WalkStoryUseCase(view=view).execute(told, named)
    assert [each.chapter for each in view.scenes] == ["", "The Street"]


def test_closed_choices_are_told_and_a_topic_is_missed_once_if_at_all() -> None:
    """A topic offered in several passages must not count as missed several times."""
    looking = [
        choice("map", "hall", "map", grants=["map"]),
        choice("bell", "hall", "bell", grants=["bell"]),
        choice("bell-too", "map", "bell", forbids=["bell"], grants=["bell"]),
        choice("map-too", "bell", "map", forbids=["map"], grants=["map"]),
        *(choice(f"leave-{each}", each, "out") for each in ("hall", "map", "bell")),
    ]
    labels = {"map": "Look", "bell": "Ring", "out": "Leave"}
    structure = joined(
        *(evolve(each, label=labels[slug_of(each.target)]) for each in looking), out="gone"
    )
    shut = evolve(
        structure.choices[0], id="choice::shut", requires={"flag::key"}, closed="It is locked."
    )
    structure = evolve(structure, choices=(shut, *structure.choices))
    story = Story(structure=structure, endings=(Ending(id="ending::gone", name="Gone"),))
    view = ScriptedPlayView([0, 1])
    WalkStoryUseCase(view=view).execute(story, named)
    first, *_, last = view.scenes
    assert (first.labels, first.closed) == (("Look", "Ring", "Leave"), ("It is locked.",))
    assert [each.label for each in last.missed] == ["Ring"]


def named(_: Story, passage: Passage, __: object) -> list[str]:
    return [f"In {passage.id}"]


STEPS = st.lists(
    st.one_of(
        st.integers(0, 9),
        st.sampled_from([PlayCommand.BACK, PlayCommand.RESTART, PlayCommand.FLAGS]),
    )
)


@examples(50)
@given(structures(), STEPS)
def test_any_walk_is_a_playthrough_of_the_choices_that_count(structure, script) -> None:
    """Going back or restarting must leave no flags of the undone choices."""
    endings = {passage.ending for passage in structure.passages if passage.ending}
    story = Story(
        structure=structure, endings=tuple(Ending(id=each, name=each.upper()) for each in endings)
    )
    view = ScriptedPlayView(script)
    left = WalkStoryUseCase(view=view).execute(story, named)

    here = play(structure)
    for place in view.taken:
        here = play(structure, (*here.choices, here.open[place].id))
    assert left == here
    last = view.scenes[-1]
    assert last.number == len(here.passages)
    assert last.paragraphs == (f"In {here.passage}",)
    assert len(last.labels) == len(here.open)
    assert last.ending == here.ending.upper()
    if here.ending:
        offered = {
            (each.target, each.label or each.id)
            for step in range(len(here.choices))
            for each in play(structure, here.choices[:step]).open
        }
        taken = map(structure.choice, here.choices)
        assert len(last.missed) == len(
            offered.difference((each.target, each.label or each.id) for each in taken)
        )


@examples(25)
@given(structures(), st.lists(st.integers(0, 9)))
def test_flags_are_told_by_what_they_mean(structure, script) -> None:
    """Players do not know flag ids, so the meaning is shown; an unknown flag shows its id."""
    meaning = Path(
        id="path::p",
        dilemma="dilemma::d",
        answer="answer::a",
        summary="",
        consequences=(Consequence(id="consequence::c", text="It is so.", flag=FLAGS[0]),),
    )
    view = ScriptedPlayView([*script, PlayCommand.FLAGS])
    left = WalkStoryUseCase(view=view).execute(Story(structure=structure, paths=(meaning,)), named)
    assert view.flags == [
        tuple("It is so." if flag == FLAGS[0] else flag for flag in sorted(left.flags))
    ]


@pytest.mark.parametrize(("first", "read"), [(0, True), (1, False)])
def test_an_insert_is_read_by_those_alone_who_hold_its_flag(first: int, *, read: bool) -> None:
    """A conditional text shown to the wrong player contradicts that player's choices. (SEE-5.1)"""
    structure = joined(
        choice("keep", "quay", "bank", grants=["kept-1"]),
        choice("sink", "quay", "bank"),
        bank="home",
    )
    kept = Consequence(id="consequence::kept-1", text="It is kept.", flag="flag::kept-1")
    path = Path(
        id="path::p", dilemma="dilemma::d", answer="answer::a", summary="", consequences=(kept,)
    )
    story = Story(
        structure=structure,
        paths=(path,),
        endings=(Ending(id="home", name="Home"),),
        prose={"passage::bank": "Wet.\n\n[kept-1]\nThe ledger is heavy.\n\nHome."},
    )
    view = ScriptedPlayView([first])
    WalkStoryUseCase(view=view).execute(story)
    assert view.scenes[-1].paragraphs == (
        ("Wet.", "The ledger is heavy.", "Home.") if read else ("Wet.", "Home.")
    )
