"""Tests for what a writer learns about the readers' knowledge of clues."""

import re

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.stages.fill import collect_contents
from questfoundry.domain.models.traits import PromptStyle
from questfoundry.domain.story.entity import ChoiceFlag, Clue
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.stat import Level, Stat
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.minor_choices import grant_clues
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Facts, Scope, select_facts
from questfoundry.domain.writing.may_must import find_arrivals
from questfoundry.domain.writing.request_change import find_differing_passages
from questfoundry.domain.writing.request_lines import build_request_lines
from questfoundry.domain.writing.shared_context import share_briefings
from questfoundry.domain.writing.story_facts import StoryFacts, find_clue_facts
from questfoundry.presentation.plan_view import describe_change
from tests.strategies.woven import SMALL, settled
from tests.support.briefings import VOICE, texts_of
from tests.support.examples import examples
from tests.support.grown import GROW, grown
from tests.support.planner import grown_with_stats
from tests.support.playthroughs import playthroughs
from tests.support.prose_requests import briefed
from tests.support.shapes import Shape, shaped
from tests.support.small_story import FLOOD, WANT, made_until, story_of, with_want
from tests.support.stage_runs import VISION, shipped_prompts


def told(story: Story, *clues: Clue) -> Story:
    woven = weave(story)
    whole = evolve(story, clues=clues, beats=woven.beats)
    return evolve(whole, structure=grant_clues(woven.structure, whole))


def clue(number: int, *learnt: str) -> Clue:
    return Clue(id=f"clue::why-{number}", question="Why?", text=f"{number}.", teaching_beats=learnt)


def texts(clues: Facts) -> dict[str, list[str]]:
    """Return the texts of the clues by who knows them, and of those that the passage teaches."""
    found: dict[str, list[str]] = {}
    for each in clues:
        name = "learnt" if each.kind is FactKind.LESSON else each.scope.value
        found.setdefault(name, []).extend(each.texts)
    return found


def flags(clues: Facts, kind: FactKind, scope: Scope) -> set[str]:
    return {f"clue::{each.flag}" for each in select_facts(clues, kind, scope)}


def test_what_is_known_depends_on_the_way() -> None:
    """The prose must fit players of the arm where a clue is unknown. (CLU-4.1)"""
    story = told(
        shaped(Shape(), Shape(hard=True)), clue(1, "beat::d1-x-tail-1"), clue(2, "beat::setup-1")
    )
    found = find_clue_facts(story)
    at = {
        beat.removeprefix("beat::"): texts(found[passage.id])
        for passage in story.existing_structure.passages
        for beat in passage.beats
    }
    assert at["setup-1"] == {"none": ["1."], "learnt": ["2."]}
    assert at["d1-y-tail-1"] == {"all": ["2."], "none": ["1."]}
    assert at["d1-x-tail-1"] == {"all": ["2."], "learnt": ["1."]}
    assert at["d2-shared-2"] == {"all": ["2."], "some": ["1."]}


@given(st.data())
@examples(40)
def test_it_is_what_players_know(data: st.DataObject) -> None:
    """A writer hears of all clues that every player knows, and of no others. (CLU-4.1)"""
    story = data.draw(settled(SMALL))
    beats = [beat.id for beat in story.beats]
    places = st.lists(st.sampled_from(beats), min_size=1, max_size=3, unique=True).map(tuple)
    story = told(story, clue(1, *data.draw(places)), clue(2, *data.draw(places)))
    teaches = {each.id: {*each.teaching_beats} for each in story.clues}
    before: dict[str, list[set[str]]] = {}
    for played in playthroughs(evolve(weave(story), structure=story.existing_structure)):
        met: set[str] = set()
        for passage in played.passages:
            known = {each for each, beats in teaches.items() if beats & met}
            before.setdefault(passage.id, []).append(known)
            met |= {*passage.beats}
    for passage, known in before.items():
        found = find_clue_facts(story)[passage]
        assert flags(found, FactKind.CLUE, Scope.ALL) <= set.intersection(*known)
        here = {*story.existing_structure.passage(passage).beats}
        ever = set.union(*known) | {each for each in teaches if teaches[each] & here}
        assert not flags(found, FactKind.CLUE, Scope.NONE) & ever
        assert not flags(found, FactKind.LESSON, Scope.NONE) & set.union(*known)


def test_what_is_known_does_not_blur_which_answer_was_taken() -> None:
    """Adding clues must not make a certain decision look uncertain. (CLU-4.1)"""
    story = shaped(Shape(), Shape(hard=True))
    plain, knowing = told(story), told(story, clue(1, "beat::d1-x-commit-1"))
    known = find_arrivals(knowing.existing_structure)
    for passage, arrival in find_arrivals(plain.existing_structure).items():
        assert known[passage].must - {"clue::why-1"} == arrival.must


async def test_a_story_without_clues_knows_nothing() -> None:
    """A story without clues needs no section about knowledge in its prompts. (CLU-4.1)"""
    story = grown(story_of(await made_until("seed")))
    lessons = [select_facts(each, FactKind.LESSON) for each in find_clue_facts(story).values()]
    assert any(FLOOD.endswith(each[0].flag) for each in lessons if each)
    assert find_clue_facts(evolve(story, clues=())) == {}


@pytest.mark.parametrize("ending", ["", "The Harbour Closes"])
def test_the_request_says_it_each_in_its_own_way(ending: str) -> None:
    """A secret that the prompt does not mark as secret would be revealed too early. (CLU-4.1)"""
    mayor, letter, pilot, gate = (
        BriefedFact(
            kind=kind, scope=scope, flag=each, question="Who?", texts=(f"It was the {each}.",)
        )
        for each, kind, scope in (
            ("mayor", FactKind.CLUE, Scope.ALL),
            ("letter", FactKind.CLUE, Scope.SOME),
            ("pilot", FactKind.CLUE, Scope.NONE),
            ("gate", FactKind.LESSON, Scope.SOME),
        )
    )
    told = briefed(facts=(mayor, gate, letter, pilot), ending=ending)
    assert told.inserts == ("letter",)
    assert told.list_required_inserts(endings=True) == ()
    prompts = shipped_prompts()
    variables = {
        "lines": build_request_lines(
            share_briefings(((told,),)), prompts.wording("briefing"), outline=(), is_whole=False
        ),
        "briefing": told,
        "vision": {**VISION, "content_notes": ""},
        "voice": VOICE,
        "language": "en",
        "title": "The Drowned Ledger",
        "idea": "",
        "lead": None,
        "remarks": (),
        "sample": "",
        "passages": (told,),
    }
    full, short = (
        prompts.render("templates/fill/passage", variables, style)["user"]
        for style in (PromptStyle.FULL, PromptStyle.SHORT)
    )
    said = re.findall(r"^(.*):\n- (?:\[(\w+)\] )?It was the (\w+)\.", full, re.MULTILINE)
    assert [(name, which) for _, name, which in said] == [
        ("", "mayor"),
        ("letter", "letter"),
        ("", "pilot"),
        ("", "gate"),
    ]
    assert ("that this story keeps" in said[2][0]) == bool(ending)
    heard = [line for line in full.splitlines() if "Some players know it already" in line]
    assert [line.partition("It was the ")[2][:4] for line in heard] == ["gate"]
    assert "It was the gate. [location: Sunken Bank]" in short
    assert "pilot" not in short


def test_a_writer_learns_the_levels_that_readers_need_and_those_that_need_an_insert() -> None:
    """An ending for players with a high level must not be written for all."""
    trust = Stat(
        id="stat::trust",
        name="Trust",
        question="Does Win trust you?",
        high="Win trusts you.",
        low="Win is wary of you.",
    )
    high, low = Level(trust.id, 1).id, Level(trust.id, -1).id
    air = evolve(trust, id="stat::air", high="There is air.", low="Air is short.")
    other = Level(air.id, 2).id
    # The second level says again what is true of all players.
    here = Passage(id="b", callback_flags={low, Level(trust.id, 3).id})
    structure = Structure(
        start="a",
        passages=(Passage(id="a"), here),
        choices=(
            Choice(id="up", source="a", target="b", requires={high}, forbids={other}),
            Choice(id="on", source="a", target="b", requires={high, "mark::lamp"}, forbids={other}),
        ),
    )
    story = Story(
        size=Size.MICRO,
        stats=(trust, air),
        structure=structure,
        choice_flags=(ChoiceFlag(id="mark::lamp", text="She has the lamp."),),
    )
    facts = tuple(
        StoryFacts(story).find(here, find_arrivals(structure)["b"], current_paths=(), absent=())
    )
    # A level that all have is no outcome besides.
    assert not select_facts(facts, FactKind.OUTCOME)
    levels = select_facts(facts, FactKind.LEVEL)
    assert [(each.scope, each.texts, each.flag, bool(each.words)) for each in levels] == [
        (Scope.ALL, ("Win trusts you.",), "", False),
        (Scope.NONE, ("There is air.",), "", False),
        (Scope.SOME, ("Win is wary of you.",), "trust-down-1", True),
    ]


@pytest.mark.parametrize(
    ("acting", "lines"),
    [
        ((), []),
        (
            ("beat::the-last-air-shared-1",),
            ["Acts first here, for what they want, and not because of the player: Sergeant Ilk"],
        ),
    ],
)
async def test_a_writer_learns_who_acts_first(acting: tuple[str, ...], lines: list[str]) -> None:
    """A move without its want reads as an accident, or as a reply to the player. (SED-10.3)"""
    story = with_want(story_of(await made_until("grow")), *acting)
    briefing = Briefer(story).build_briefing("passage::setup-1", {}, {})
    request = build_request_lines(
        share_briefings(((briefing,),)),
        shipped_prompts().wording("briefing"),
        outline=(),
        is_whole=False,
    )
    (own,) = request["rows"][0]["passages"]
    assert [each for each in own["facts"] if each] == lines
    assert [each for each in request["entities"] if WANT in each] == [
        f"- **Sergeant Ilk**: A policeman out of his depth. {WANT}"
    ]


async def test_an_actor_changes_the_request_of_one_passage_and_no_structure() -> None:
    """An author who names an actor must not lose choices, only see where prose may differ."""
    made = story_of(await made_until("grow"))
    plain, acting = (with_want(made, *beats) for beats in ((), ("beat::the-last-air-shared-1",)))
    assert GROW.fingerprint(plain) == GROW.fingerprint(acting)

    old, new = collect_contents(plain), collect_contents(acting)
    found = find_differing_passages(old, new, dict.fromkeys(old, "Sergeant Ilk waits."))
    assert {
        name: [describe_change(each) for each in passage.changes] for name, passage in found.items()
    } == {"passage::setup-1": ["This happens now: Sergeant Ilk acts first."]}
    gone = find_differing_passages(new, old, dict.fromkeys(old, "Sergeant Ilk waits."))
    assert [describe_change(each) for each in gone["passage::setup-1"].changes] == [
        "This no longer happens: Sergeant Ilk acts first."
    ]


def test_an_effect_is_pending_while_a_beat_of_its_path_is_still_to_come() -> None:
    """A passage of an option told what happened three scenes later. (FIL-3.2)"""
    _, story = grown_with_stats(Size.SHORT, 3)
    structure, between = story.existing_structure, 0
    briefer = Briefer(story)
    for turn in briefer.turns:
        each = briefer.build_briefing(turn, dict.fromkeys(briefer.turns, "One."), {})
        own = {beat.path for beat in story.beats_in(structure.passage(turn)) if beat.path}
        after = {target.target for target in structure.outgoing_choices(turn)}
        next_paths = {
            beat.path for target in after for beat in story.beats_in(structure.passage(target))
        }
        for path in [each for each in story.paths if each.id in next_paths and not own]:
            texts = {story.flags[flag] for flag in path.flags}
            assert texts.isdisjoint(texts_of(each, FactKind.OUTCOME))
            between += bool(texts.intersection(texts_of(each, FactKind.PENDING)))
    assert between
