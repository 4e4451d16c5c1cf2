"""BRAINSTORM: its requests, its rules and its results in the story."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.stages.brainstorm.sections import drop_unmet_places, has_room
from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.domain.artifacts.brainstorm import BrainstormNames
from questfoundry.domain.errors import ConversationError, InputError
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.entity import OutlineName
from questfoundry.domain.story.size import PRESETS, Range, Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.support.sections import next_section
from tests.support.small_story import (
    AIR,
    DILEMMAS,
    ENTITIES,
    ILK,
    MARA,
    brainstorm_script,
    made_until,
    make,
    story_of,
    story_workshop,
    talk,
)
from tests.support.stage_runs import VISION, Ask, issues_of, shipped_prompts

NONE = Ask()


def with_entity(place: int, **changes: Any) -> dict[str, Any]:
    """Return the entities with ``changes`` in the entity at ``place``."""
    changed = deepcopy(ENTITIES)
    changed["entities"][place] |= changes
    return changed


def with_dilemma(place: int, **changes: Any) -> dict[str, Any]:
    """Return the dilemmas with ``changes`` in the dilemma at ``place``."""
    changed = deepcopy(DILEMMAS)
    changed["dilemmas"][place] |= changes
    return changed


async def brainstorm(
    *answers: dict[str, Any], request: Ask = NONE
) -> tuple[dict[str, Any], ScriptedChatProvider]:
    """Return the artifact that results from ``answers`` to Serialize, and the provider."""
    workshop = await made_until("dream")
    provider, run = workshop.scripted(talk("brainstorm", *answers))
    result = await run.execute("brainstorm", request)
    return result.artifact.model_dump(mode="json"), provider


async def test_dilemmas_are_asked_for_with_the_ids_of_the_entities() -> None:
    """Code makes the ids, which dilemmas refer to; all other entities are background. (BRN-1.1)"""
    artifact, provider = await brainstorm(ENTITIES, DILEMMAS)

    entities, dilemmas = provider.requests[2:]
    ids = [entity["id"] for entity in artifact["entities"]]
    assert ids[0] == MARA
    assert not any(each in entities.messages[-1].content for each in ids)
    assert all(f"{each} = " in dilemmas.messages[-1].content for each in ids)
    anchors = json.dumps(dilemmas.tools[0].parameters)
    assert json.dumps(ids) in anchors
    assert [dilemma["id"] for dilemma in artifact["dilemmas"]][1] == AIR

    for request in provider.requests[2:]:
        assert '"id"' not in json.dumps(request.tools[0].parameters)

    assert {each["id"] for each in artifact["entities"] if each["background"]} == {ILK}


@pytest.mark.parametrize("size", Size)
async def test_the_size_stands_in_the_words_and_in_the_schema(size: Size) -> None:
    """Prompt and schema must agree, or valid answers are refused. (STY-2.2)"""
    workshop = await made_until("dream")
    provider, run = workshop.scripted(talk("brainstorm", ENTITIES))
    request = evolve(NONE, size=size.value, attempts=1)
    fits = size is Size.MICRO
    with pytest.raises(Exception, match="The script ended" if fits else "entries"):
        await run.execute("brainstorm", request)

    wanted = {"micro": (4, 6), "short": (6, 10), "medium": (10, 16), "long": (16, 24)}[size.value]
    asked = provider.requests[2]
    told = f"{wanted[0]} to {wanted[1]} entities"
    for words in (provider.requests[0].messages[0], provider.requests[1].messages[-1]):
        assert told in words.content
    assert told in asked.messages[-1].content
    bounds = asked.tools[0].parameters["properties"]["entities"]
    assert (bounds["minItems"], bounds["maxItems"]) == wanted


async def test_the_pinned_size_goes_on_to_the_next_stage() -> None:
    """A size that the author pins for one stage must hold for later stages. (STY-2.2)"""
    workshop = await made_until("dream")
    six = with_entity(0)
    six["entities"].append({"kind": "faction", "name": "The Guild", "concept": "It owns boats."})
    await workshop.run_script(
        talk("brainstorm", six, DILEMMAS), evolve(NONE, size="short"), "brainstorm"
    )

    story = story_of(workshop)
    assert (story.existing_vision.size, story.effective_size) == (Size.MICRO, Size.SHORT)


NOBODY = with_entity(0, kind="object") | {"played": ""}
NOBODY["entities"][1]["kind"] = "faction"
SAME = {"text": "She SHARES her air", "benefit": "It is kind."}
BROKEN: dict[str, tuple[dict[str, Any], str, str]] = {
    "one location": (with_entity(3, kind="object"), "entities", "at least 2 of the kind location"),
    "no character": (NOBODY, "entities", "at least 1 of the kind character"),
    "plays a place": ({**deepcopy(ENTITIES), "played": "The Bank"}, "played", ""),
    "same id": (with_entity(1, name="  mára VOSS "), "entities.1", f"{MARA} Mara Voss"),
    "no letters": (with_entity(4, name="???"), "entities.4.name", "a name with letters or digits"),
    "unknown anchor": (
        with_dilemma(0, anchors=[MARA, "object::a-ledger"]),
        "dilemmas.0.anchors.1",
        "the nearest is object::the-ledger",
    ),
    "same question": (
        with_dilemma(1, question="does MARA hand the ledger to the families, or to the police"),
        "dilemmas.1",
        "Does Mara hand the ledger",
    ),
    "same answers": (with_dilemma(1, alternative=SAME), "dilemmas.1.alternative", ""),
}


@pytest.mark.parametrize("case", BROKEN)
async def test_what_breaks_a_rule_is_asked_for_again_where_it_is(case: str) -> None:
    """A retry names the faulty place and what it must have. (BRN-2.4, BRN-3.2)"""
    wrong, field, told = BROKEN[case]
    is_first = "entities" in wrong
    answers = (wrong, ENTITIES, DILEMMAS) if is_first else (ENTITIES, wrong, DILEMMAS)
    artifact, provider = await brainstorm(*answers)

    (issue,) = issues_of(provider, 3 if is_first else 4)
    assert issue["field"] == field
    said = f"{issue['problem']} {issue['requirement']}"
    assert all(word in said for word in told.split())
    assert artifact["dilemmas"][0]["anchors"] == [MARA, "object::the-ledger"]
    assert [each["kind"] for each in artifact["entities"]].count("location") == 2


async def test_answers_that_differ_late_are_different() -> None:
    """Long answers may differ only at the end and must still be accepted."""
    long = "She waits until the tide has turned and the bell has rung, and then she "
    late = with_dilemma(
        1,
        default={"text": f"{long} shares.", "benefit": "Both may live."},
        alternative={"text": f"{long} leaves.", "benefit": "One lives."},
    )
    _, provider = await brainstorm(ENTITIES, late)

    assert len(provider.requests) == 4


async def test_an_entity_can_be_renamed_and_keeps_its_id() -> None:
    """A rename must not break references to the entity."""
    workshop = await made_until("brainstorm")
    data = deepcopy(dict(workshop.current("brainstorm").data))
    data["entities"][0]["name"] = "Mara of the Bells"
    workshop.store.files.write("brainstorm", data)
    (version,) = workshop.sync()

    assert version.data["entities"][0]["id"] == MARA
    assert story_of(workshop).entities[0].name == "Mara of the Bells"


def put_id(wrong: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["entities"][0].update(id=wrong)


def mark(place: int, *, background: bool) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["entities"][place].update(background=background)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        *(
            (put_id(wrong), r"entities\.0\.id")
            for wrong in ("Mara Voss", "character::Mara.Voss", "object::mara", "x", "")
        ),
        (mark(0, background=True), r"entities\.0\.background"),
        (mark(1, background=False), r"entities\.1\.background"),
        (mark(2, background=True), r"entities\.2\.background"),
        (
            lambda data: data["dilemmas"][0].update(anchors=["character::nobody"]),
            r"dilemmas\.dilemma::the-drowned-ledger\.anchors\.0",
        ),
    ],
)
async def test_an_edit_meets_the_rules_of_both_sections(change, field) -> None:
    """A wrong id or mark would break later stages, as in an answer of a model. (BRN-4.5)"""
    workshop = await made_until("brainstorm")
    data = deepcopy(dict(workshop.current("brainstorm").data))
    change(data)
    workshop.store.files.write("brainstorm", data)

    with pytest.raises(InputError, match=field):
        workshop.sync()


async def test_brainstorm_needs_a_vision() -> None:
    """BRAINSTORM without a vision would have no size or genre to work from. (BRN-1.1)"""
    workshop = await made_until("dream")
    workshop.store.artifacts.make_current("dream", None)
    _, run = workshop.scripted(brainstorm_script())
    with pytest.raises(InputError, match="Run the stage dream"):
        await run.execute("brainstorm", NONE)

    workshop.store.artifacts.make_current("dream", 1)
    result = await make(workshop, "brainstorm")
    assert result.version.made_from == {"dream": 1}


async def named(idea: str, *answers: dict[str, Any], size: str | None = None) -> StageResult:
    """Return the result of BRAINSTORM for another idea, with ``answers`` to Serialize."""
    workshop = story_workshop()
    await make(workshop, "dream", Ask(said=idea))
    _, run = workshop.scripted(talk("brainstorm", *answers))
    return await run.execute("brainstorm", evolve(NONE, size=size))


CORVIN = "A diver named Corvin Hale in a drowned city"


async def test_entities_without_a_name_of_the_idea_are_asked_for_again() -> None:
    """Authors expect their names, but a stubborn model must not block the stage. (BRN-5.1)"""
    told = with_entity(0, concept="A diver whom Corvin Hale trained.")
    result = await named(CORVIN, ENTITIES, told, DILEMMAS)

    artifact = result.artifact.model_dump(mode="json")
    assert artifact["entities"][0]["concept"] == told["entities"][0]["concept"]
    assert result.unmet_requests == ()

    result = await named(CORVIN, ENTITIES, ENTITIES, ENTITIES, DILEMMAS)

    assert [(each.kind, each.asked) for each in result.unmet_requests] == [
        (UnmetKind.NAME, "Corvin Hale")
    ]


async def test_a_wrong_answer_is_not_taken_because_a_name_is_missing_too() -> None:
    """Tolerance for missing names must not let invalid entities through."""
    wrong = with_entity(3, kind="object")
    with pytest.raises(ConversationError):
        await named(CORVIN, wrong, wrong, wrong)


def test_of_places_there_are_no_more_than_moments() -> None:
    """Each place needs a scene, so a short story has no room for every named place."""
    places = [OutlineName(f"{letter} House", kind="location") for letter in "ABCDEFGHIJKLMNOPQ"]
    micro, short = PRESETS[Size.MICRO], PRESETS[Size.SHORT]
    assert has_room(places, short)
    assert not has_room(places, micro)
    assert len(drop_unmet_places(places, micro)) < len(places)
    assert has_room([OutlineName(letter, kind="character") for letter in "ABCDEFGHIJKL"], micro)
    assert not has_room([OutlineName(str(number)) for number in range(25)], short)


def test_whomever_an_outline_names_has_room_in_any_size() -> None:
    """All listed characters must fit, even if the size allows fewer entities."""
    listed = "".join(f"- {letter}na Hale: a diver\n" for letter in "ABCDEFGHIJKLM")
    text = f"## People\n\n{listed}\n## Plot\n\nThe Hesper, the Hesper. It is the Hesper."
    inputs = StageInputs(
        size=Size.MICRO, material=Material(pages=(MaterialPage(name="outline/a.md", text=text),))
    )
    stage, vision = BrainstormStage(shipped_prompts()), DreamArtifact.model_validate(VISION)
    made = {"names": BrainstormNames(names=())}
    section = next_section(stage, Story(vision=vision), inputs, made)
    names = inputs.list_stated_names()
    assert [each.name for each in names if not each.is_listed] == ["Hesper"]
    # All fourteen names, and two places that the outline does not name.
    assert section.manifest.counts["entities"] == Range(4, 16)


async def test_wants_that_are_too_many_or_of_things_are_left_out() -> None:
    """Each want needs a beat in each act, so a micro story has room for one. (BRN-2.4)"""
    answer = deepcopy(ENTITIES)
    for each in answer["entities"]:
        each["want"] = "It wants the ledger."
    answer["entities"].append(
        {"kind": "character", "name": "Oren", "concept": "A boatman.", "want": "He wants it, too."}
    )
    artifact, provider = await brainstorm(answer, DILEMMAS)

    assert {e["id"]: e["want"] for e in artifact["entities"] if "want" in e} == {
        ILK: "It wants the ledger."
    }
    assert len(provider.requests) == 4
    assert "`want`, for 1 character besides the player only" in (
        provider.requests[2].messages[-1].content
    )
    assert f"{ILK} = Sergeant Ilk: A policeman out of his depth. It wants the ledger." in (
        provider.requests[3].messages[-1].content
    )
