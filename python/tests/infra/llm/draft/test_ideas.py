"""Tests of how the draft writer reads an author's idea, and chooses scenes for the idea."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.scene_checks.read import compose_draft
from questfoundry.app.stages.grow.option_rules import MOST_TOLERATED_WORDS
from questfoundry.infra.llm.draft.draw import draw_story
from questfoundry.infra.llm.draft.library import MaterialLibrary
from questfoundry.infra.llm.draft.reading import load_lists, read_tale, write_idea
from questfoundry.infra.llm.draft.selection import list_fitting_premises, select_material
from questfoundry.infra.llm.draft.tale import build_cast
from tests.support.stage_runs import shipped_prompts


def read_table(name: str) -> Any:
    """Return the table of ideas in the file ``name`` beside this one."""
    return yaml.safe_load((Path(__file__).parent / f"{name}.yaml").read_text(encoding="utf-8"))


ASKED, RAISED = read_table("asked"), read_table("raised")
IDEA = "A ferryman promised dying Tamsin Pell to burn her letters. Her sister Ines wants them."


@cache
def library() -> MaterialLibrary:
    return MaterialLibrary(shipped_prompts())


FRAMES = [each.id for each in library().load_heads() if not each.needs]


@pytest.mark.parametrize("entry", ASKED, ids=lambda each: each["idea"][:40])
def test_what_an_idea_names_and_asks_is_read_in_its_own_words(entry):
    """A wrong word is worse than a missing word. (DRF-4.3)"""
    tale = read_tale(entry["idea"], library())
    assert list(tale.people) == entry["people"]
    assert list(tale.things) == entry["things"]
    assert (tale.question.asked if tale.question.is_own else None) == entry.get("asked")
    if "answers" in entry:
        assert [tale.question.one, tale.question.two] == entry["answers"]


@pytest.mark.parametrize("entry", read_table("answered"), ids=lambda each: each["idea"][:40])
def test_only_a_certain_deed_is_an_answer(entry):
    """A doubtful reading makes nonsense of the last choice. (DRF-4.1, DRF-4.2)"""
    question = read_tale(entry["idea"], library()).question
    assert (question.form, question.one) == (entry["form"], entry["one"])


@pytest.mark.parametrize("kind", RAISED)
def test_the_question_is_one_that_the_idea_raises(kind):
    """Readers refuse a story that asks whether two friends regret to go camping. (DRF-4.9)"""
    questions = {idea: read_tale(idea, library()).question for idea in RAISED[kind]}
    assert {idea: each.kind or each.form for idea, each in questions.items()} == dict.fromkeys(
        RAISED[kind], kind
    )


@pytest.mark.parametrize(
    ("idea", "hero"),
    [
        ("The king is dead and only the cook knows.", "the cook"),
        ("A mother and her son row across a lake.", "the mother and her son"),
        ("I have fallen in love with a baker.", "somebody"),
    ],
)
def test_what_is_told_happens_to_somebody_who_acts(idea, hero):
    """A dead king cannot have kept a secret. (DRF-4.9)"""
    assert read_tale(idea, library()).slots["hero"] == hero


@pytest.mark.parametrize(
    ("idea", "things", "at"),
    [
        ("Ann has a mixtape in 1980s Leeds.", ("the mixtape",), ""),
        ("Tomas lives in medieval Prague during a siege.", (), "in medieval Prague"),
        ("Kevin deletes the production database before the IPO.", (), ""),
        ("She robbed the very villa with a crown.", ("the crown",), ""),
        ("Ann uses a floppy disk as a coaster.", ("the floppy disk",), ""),
    ],
)
def test_only_things_that_can_be_carried_are_listed(idea, things, at):
    """A siege behind glass, or a label on a town, reads as a mistake. (DRF-4.3)"""
    tale = read_tale(idea, library())
    assert (tale.things, tale.at) == (things, at)


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ("comedy pls!! Gary sells a bun", "Gary sells a bun."),
        ("Gary sells a bun. Please keep it warm, but I want to cry.", "Gary sells a bun."),
        ("hi! i'd like something odd about Gary. make it silly please :)", "Gary."),
        ("A bun sings, it should be kid friendly. Gary hums.", "A bun sings. Gary hums."),
        ("Write me a thriller about a bun. I'd love a twist.", "A bun."),
        ("Write me a haiku about a bun. It hums.", "Write me a haiku about a bun. It hums."),
        ("Keep it or burn it?", "Keep it or burn it?"),
        ("I want my mother's house back.", "I want my mother's house back."),
        ("Make it cosy!", "Make it cosy!"),
    ],
)
def test_sentences_to_the_program_are_not_quoted(typed, quoted):
    """A wish carved over a dial, or printed as the first lines of a serial, is nonsense."""
    assert write_idea(typed) == quoted


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ("A clerk finds a guest. Eerie, dry humour.", "A clerk finds a guest."),
        ("A girl finds a radio. Warm, a little spooky, summer 1986.", "A girl finds a radio."),
        ("A pilot rows. Melancholy, with fog.", "A pilot rows."),
        ("A pilot rows. Tone: like a fable.", "A pilot rows."),
        ("Cosy mystery: someone ate the marrow.", "Someone ate the marrow."),
        ("A heist in a bank, darkly comic.", "A heist in a bank."),
        ("Dark water rises. Warm bread waits.", "Dark water rises. Warm bread waits."),
        ("Strange: the bell is dry.", "The bell is dry."),
        ("The dark: a bell rings.", "The dark: a bell rings."),
        ("Eerie, dry humour.", "Eerie, dry humour."),
        ("A clerk finds a guest. Quiet, uneasy, wry.", "A clerk finds a guest."),
        ("A lamp goes out. Bleak folk tale.", "A lamp goes out."),
        ("You are a driver and the crew is late. heist, tense", "A driver; the crew is late."),
        ("A court drama told in future tense, where a judge sings.", "A judge sings."),
        ("A judge sings. Second person, future tense.", "A judge sings."),
        ("What if it rained? Satire. No humans please.", "What if it rained?"),
    ],
)
def test_notes_about_tone_are_not_quoted(typed, quoted):
    """A reader met a hero called Eerie, and a genre gilded on a town hall. (DRF-4.5)"""
    assert write_idea(typed) == quoted


@pytest.mark.parametrize(
    ("note", "premise"),
    [
        ("Eerie, hushed.", "the-broadcast"),
        ("Funny, absurd.", "the-lift"),
        ("Tragic and tender.", "through-the-wall"),
    ],
)
def test_a_note_about_tone_prefers_scenes_of_that_tone(note, premise):
    """An eerie idea became a farce. (DRF-4.5)"""
    heads, lists = tuple(library().load_heads()), load_lists(library())
    assert "the-picture" in list_fitting_premises("A gothic romance in a mine", heads, lists)
    assert "the-lift" not in list_fitting_premises("A gothic romance in a mine", heads, lists)
    plain = list_fitting_premises("A clerk finds a guest.", heads, lists)
    toned = list_fitting_premises(f"A clerk finds a guest. {note}", heads, lists)
    assert premise in toned
    assert len(toned) < len(plain)


@pytest.mark.parametrize(
    ("idea", "people", "others", "at"),
    [
        (
            "The night auditor of the Hotel Meridian finds a guest.",
            ("the night auditor", "the guest"),
            (),
            "at the Hotel Meridian",
        ),
        (
            "On the station Kestrel Nine, Yu has an AI.",
            ("Yu", "the AI"),
            (),
            "on the station Kestrel Nine",
        ),
        (
            "From the mines of Olm to the port at Ys, Al al-Sayegh chases a chart.",
            ("Al al-Sayegh",),
            ("the port", "Ys"),
            "in the mines of Olm",
        ),
        ("Mrs Pell's nephew Colin fears the show.", ("Mrs Pell", "Colin"), ("the show",), ""),
        (
            "A cook must sell it to the queen or to her enemy.",
            ("the cook", "the queen", "her enemy"),
            (),
            "",
        ),
        ("I am a lighthouse in love with a tug.", ("the lighthouse",), ("the tug",), ""),
    ],
)
def test_what_an_idea_names_keeps_its_name_and_article(idea, people, others, at):
    """Readers looked for the ferry, the hotel and the auditor in vain. (DRF-4.3)"""
    tale = read_tale(idea, library())
    assert (tale.people, tale.others, tale.at) == (people, others, at)


@pytest.mark.parametrize("premise", FRAMES)
def test_everything_else_that_an_idea_names_is_told(premise):
    """A noun that is gone after the first line was no part of the story. (DRF-4.3)"""
    idea = "Morwenna crosses the frozen bridge before the harvest."
    story = compose_draft(shipped_prompts(), idea, "0", premise=premise).story
    structure = story.existing_structure
    text = " ".join(
        each.text
        for page in structure.passages
        if page.id != structure.start
        for each in story.paragraphs(page.id)
    )
    assert "the frozen bridge and the harvest" in text


def test_the_first_place_and_places_with_names_are_places_of_the_story():
    """A name that the story uses is not reported as unused. (DRF-4.3)"""
    tale = read_tale("At the motel pool in Amarillo, Ann kissed Bo by the bins.", library())
    assert tale.places == ("the motel pool", "Amarillo")


def test_two_sisters_are_many():
    """Scenes give a single person one chair or one piece."""
    assert "many" in read_tale("Two sisters sell a house.", library()).facts["people"]
    assert "one" in read_tale("A cook sells a house.", library()).facts["people"]


def test_the_story_begins_with_the_idea_and_its_last_choice_answers_it():
    idea = "Odile Marchetti gets a postcard. Does she burn it or take the night train?"
    story = compose_draft(shipped_prompts(), idea, "0", premise="the-fog").story
    structure = story.existing_structure
    assert story.paragraphs(structure.start)[0].text == f"*{idea}*"
    labels = [each.label or "" for each in structure.choices]
    assert any("The choice was to burn it" in each for each in labels)
    assert any("The choice was to take the night train" in each for each in labels)


@pytest.mark.parametrize("premise", FRAMES)
def test_the_people_and_things_of_the_idea_return_in_every_ending(premise):
    """Readers left when what they had named was gone after the first paragraph. (DRF-4.3)"""
    idea = "Morwenna must return the silver bell to Ys."
    story = compose_draft(shipped_prompts(), idea, "0", premise=premise).story
    structure = story.existing_structure
    ends = [each.id for each in structure.passages if each.ending]
    assert len(ends) >= 6
    for last in ends:
        pages = (*(each.source for each in structure.incoming_choices(last)), last)
        text = " ".join(each.text for page in pages for each in story.paragraphs(page))
        assert "Morwenna" in text or "silver bell" in text


def test_people_of_scenes_have_no_name_of_the_idea():
    """Two people of one name are confusing."""
    premise = library().load_premise("the-prompter")
    tale = read_tale("Ludo and Dot open a shop.", library())
    assert {"Ludo", "Dot"}.isdisjoint(build_cast(tale, premise).people.values())


def test_a_premise_that_was_used_before_is_avoided_if_another_fits():
    first = select_material(IDEA, library(), "0").premise
    assert select_material(IDEA, library(), "0", frozenset({first})).premise != first
    every = frozenset(library().list_names("draft/premises"))
    assert select_material(IDEA, library(), "0", every).premise == first


def test_words_of_an_idea_and_its_mood_rule_premises_out():
    """A play about a theatre in a theatre, or farce about a murder, reads as a mistake."""
    heads = tuple(library().load_heads())
    fitting = list_fitting_premises("An actor is murdered.", heads, load_lists(library()))
    assert {"the-prompter", "the-summons"}.isdisjoint(fitting)
    assert "through-the-wall" in fitting


@pytest.mark.parametrize(
    ("idea", "premise"),
    [
        ("A baker in medieval Prague has a guest.", "the-last-tour"),
        ("A smuggler comes ashore in 1843.", "the-last-tour"),
        ("A starship has too little air.", "the-clock"),
        ("A boy in 1980s Leeds gets a mixtape.", "the-ballad"),
        ("A diver has six minutes of gas.", "the-lift"),
        ("A plague has closed the gates.", "lights-out"),
        ("Me is Jolanta, a night porter.", "the-interpreter"),
    ],
)
def test_a_premise_of_another_time_or_place_is_ruled_out(idea, premise):
    """A living witness has not seen the Middle Ages, and a diver without gas has no evening."""
    heads = tuple(library().load_heads())
    fitting = list_fitting_premises(idea, heads, load_lists(library()))
    assert premise not in fitting
    assert len(fitting) >= 4


def test_the_next_seed_takes_another_premise():
    """A second draft of one idea must be worth reading."""
    first, second = (select_material(IDEA, library(), seed).premise for seed in ("0", "1"))
    assert first != second


def test_a_list_of_two_says_whose_the_second_person_is():
    """A list does not repeat the name of the owner. (DRF-4.3)"""
    tale = read_tale("Agnes Pell must row out while her husband lies ill.", library())
    assert tale.people == ("Agnes Pell", "Agnes Pell's husband")
    assert tale.slots["people"] == "Agnes Pell and her husband"


def test_a_premise_waits_for_other_stories_that_fit_but_for_the_tone():
    """A reader of twelve stories met the same lift twice. (DRF-4.5)"""
    idea = "A goose runs a bakery. Tense, eerie."
    heads, lists = tuple(library().load_heads()), load_lists(library())
    near = list_fitting_premises(idea, heads, lists)
    assert select_material(idea, library(), "0", recent=near).premise not in near
    others = ["of-another-story"] * 12
    assert select_material(idea, library(), "0", recent=[*near, *others]).premise in near


def test_others_tell_of_you_as_of_a_third_person():
    """A player is one person only: the hero of the idea, or somebody who hears of it."""
    idea = "You are a nurse, and a man says he knows who burned your barn, and tells you."
    told = "A nurse, and a man says he knows who burned their barn, and tells them."
    assert read_tale(idea, library()).idea == told


@pytest.mark.parametrize(
    ("idea", "genres"),
    [
        ("A heist in a museum of forgotten smells", {"heist"}),
        ("A nun must stop the heist of the abbey's bell.", set()),
        ("Who planned the heist?", {"heist"}),
    ],
)
def test_an_aim_comes_before_a_genre(idea, genres):
    """Scenes of a genre have a question of their own."""
    assert read_tale(idea, library()).genres == genres


@pytest.mark.parametrize("premise", FRAMES)
def test_what_happens_in_the_idea_is_told_in_the_second_passage_and_at_the_end(premise):
    """Otherwise an idea is only named. (DRF-4.9)"""
    tale = read_tale("A dragon guards a greenhouse.", library())
    head = library().load_premise(premise)
    drawn = draw_story(head, build_cast(tale, head), "0 An idea")
    assert drawn.filler.telling in library().load_tellings("guarded")
    second = "\n".join([scene.text for scene in drawn.scenes.values()][:2])
    assert drawn.fill("*{turn}*") in second
    assert "Does the dragon keep it safe?" in second
    for scene in ("one", "two"):
        assert drawn.fill(f"*{{how-{scene}}}*") in drawn.scenes[scene].text


@pytest.mark.parametrize("premise", FRAMES)
def test_a_long_answer_is_an_option_by_itself(premise):
    """GROW refuses longer labels, and the first command would fail. (DRF-4.2)"""
    idea = "A team of four climbers must bring a piano down from a summit"
    tale = read_tale(idea, library())
    head = library().load_premise(premise)
    drawn = draw_story(head, build_cast(tale, head), "0 An idea")
    labels = [each.label for scene in drawn.scenes.values() for each in scene.options]
    assert max(len(label.split()) for label in labels) <= MOST_TOLERATED_WORDS
    assert any(tale.question.two in label for label in labels)
