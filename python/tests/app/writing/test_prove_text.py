"""A model reads the facts of a finished story once, and judges the pairs that readers meet."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
from ruamel.yaml import YAML

from questfoundry import Project
from questfoundry.app.structure.text_proof import FILE
from questfoundry.app.writing.prove_text import ProofResult
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import InputError, StoreDamagedError, TimedOutError
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.checkout import BAKER

LARGE = ModelTraits(capabilities=Capabilities(context_window=128_000))
YOUNG, OLD = "She is nineteen, said the sign.", "She is twenty, said the sign."
FACTS = {YOUNG: "Tilly | age | nineteen | always", OLD: "Tilly | age | twenty | always"}


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """Return a story whose first passage says ``YOUNG``, and whose last ending says ``OLD``."""
    folder = Path(copytree(BAKER, tmp_path / "baker", ignore=ignore_patterns("exports")))
    first, *_, last = read(folder)["passages"]
    write(folder, {first: f"\n\n{YOUNG}", last: f"\n\n{OLD}"})
    return folder


def read(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(folder / "artifacts/fill.yaml")
    return found


def write(folder: Path, additions: Mapping[str, str]) -> None:
    fill = read(folder)
    for passage, words in additions.items():
        fill["passages"][passage]["prose"] += words
    YAML(typ="safe").dump(fill, folder / "artifacts/fill.yaml")


def place_of(folder: Path, words: str) -> str:
    passages = read(folder)["passages"]
    return next(name for name, each in passages.items() if words in each["prose"])


def reads(facts: Mapping[str, str] = FACTS) -> Reply:
    """Return a reply with the line of each text that the request contains."""

    def answer(request: ChatRequest) -> ChatResponse:
        message = request.messages[-1].content
        lines = [
            f"{number} | {line}"
            for number, text in re.findall(r"\n\[(\d+)\](.*?)(?=\n\[\d+\]|\Z)", message, re.DOTALL)
            for words, line in facts.items()
            if words in text
        ]
        return calls("submit_facts", {"facts": lines})

    return answer


def suspects(*pairs: str) -> Reply:
    return calls("submit_suspects", {"pairs": list(pairs)})


def judges(*contradictions: str) -> Reply:
    """Return a reply that judges each pair; those named are contradictions."""

    def answer(request: ChatRequest) -> ChatResponse:
        ids = re.findall(r"\n- (p\d+):", request.messages[-1].content)
        found = [
            {"id": each, "severity": "serious", "reason": "She ages a year.", "first": "nineteen"}
            | {"second": "twenty"}
            for each in contradictions
        ]
        rest = [each for each in ids if each not in contradictions]
        return calls("submit_judgement", {"contradictions": found, "none": rest, "different": []})

    return answer


async def prove(story: Path, *replies: Reply, **given: str) -> tuple[ProofResult, list[str]]:
    """Prove the text, and return the result and what the model was asked."""
    model = ScriptedChatProvider(replies, traits=LARGE)
    async with Project.open(story, models=model, env={}) as project:
        result = await project.prove_text(**given)
    return result, [each.messages[-1].content for each in model.requests]


async def test_a_contradiction_is_a_finding_with_a_playthrough(story: Path) -> None:
    """The author sees who is puzzled and by which words, in every later check. (PRS-10.2)"""
    result, asked = await prove(story, reads(), suspects(), judges("p1"))
    assert "reads [1], later [2]; Tilly, age: nineteen, then twenty" in asked[2]
    [found] = result.contradictions
    assert found.judgement.reason == "She ages a year."
    assert result.rate > 0
    async with Project.open(story, env={}) as project:
        findings = list(project.container.check().execute().prose)
    [finding] = [each for each in findings if each.item.rule == "prose.contradiction"]
    assert finding.item.place == place_of(story, OLD)
    assert "Contradiction (serious): She ages a year." in finding.item.problem
    assert "“twenty” after “nineteen” (" in finding.item.problem
    assert finding.item.counterexample == found.pair.route
    assert finding.place is not None
    assert finding.place.file == "artifacts/fill.yaml"
    async with Project.open(story, env={}) as project:
        report = project.ship(["json"]).report
    assert [each.problem for each in report.findings] == [finding.item.problem]


async def test_the_same_text_is_never_paid_for_twice(story: Path) -> None:
    """Proving again after an edit costs only the edited text and its pairs."""
    first, _ = await prove(story, reads(), suspects(), judges("p1"))
    again, asked = await prove(story)
    assert (asked, again.facts, again.run) == ([], first.facts, "")
    assert len(again.contradictions) == 1
    write(story, {place_of(story, OLD): " Or was it nineteen?"})
    edited, asked = await prove(story, reads({"Or was it": FACTS[YOUNG]}), suspects())
    assert asked[0].count("\n[") == 1
    assert edited.contradictions == ()


async def test_facts_under_different_names_are_compared_by_a_model(story: Path) -> None:
    """Code compares equal names only, so a model says which other facts may clash. (PRS-10.1)"""
    facts = {YOUNG: "Tilly | age | nineteen | always", OLD: "the girl | years | twenty | always"}
    result, asked = await prove(story, reads(facts), suspects("1-2", "2-9"), judges("p1"))
    assert "Tilly\n[1] age: nineteen\ngirl\n[2] years: twenty" in asked[1]
    assert "reads [1], later [2]; Tilly, age: nineteen, then girl, years: twenty" in asked[2]
    assert len(result.contradictions) == 1


async def test_one_contradiction_in_other_words_is_listed_once(story: Path) -> None:
    """The author reads one finding about two texts, not one for each pair of names. (PRS-10.2)"""
    more = FACTS | {"is twenty, said": "the girl | years | twenty | always"}
    result, asked = await prove(story, reads(more), suspects("1-3"), judges("p1", "p2"))
    assert asked[2].count("\n- p") == 2
    assert [each.pair.second.subject for each in result.contradictions] == ["character::tilly"]


async def test_a_label_is_a_text_of_those_who_chose_it(story: Path) -> None:
    """A label that the next passage denies is a contradiction."""
    label, text = "Ask Bruno why he has locked the drawer", "The drawer has never had a lock."
    write(story, {place_of(story, "It isn't illegal"): f"\n\n{text}"})
    facts = {label: "the drawer | locked | yes | now", text: "the drawer | locked | never | always"}
    result, asked = await prove(story, reads(facts), suspects(), judges("p1"))
    assert f"(choice) {label}" in asked[0]
    assert "(choice) Go on" not in asked[0]
    assert "(choice) (only some readers) Look out at the square" in asked[0]
    assert f"Choice:\n{label}" in asked[2]
    assert len(result.contradictions) == 1


async def test_an_interrupted_proof_continues(story: Path) -> None:
    """An answer that was paid for is used after a crash."""
    with pytest.raises(TimedOutError):
        await prove(story, reads(), suspects(), TimedOutError("too slow"))
    result, asked = await prove(story, judges())
    assert len(asked) == 1
    assert (result.run, result.ledger.calls) == ("proof-1", 3)


async def test_a_story_without_prose_and_a_model_that_cannot_read_are_refused(story: Path) -> None:
    """The author learns what to do before anything is spent."""
    small = ScriptedChatProvider(traits=ModelTraits(capabilities=Capabilities(comprehension=False)))
    async with Project.open(story, models=small, env={}) as project:
        with pytest.raises(InputError, match="Choose a larger model"):
            await project.prove_text()
    (story / FILE).write_text(json.dumps({"version": 2}))
    with pytest.raises(StoreDamagedError, match=r"proof\.json.*Delete it"):
        await prove(story)
    (story / FILE).unlink()
    (story / "artifacts/fill.yaml").unlink()
    async with Project.open(story.with_name("empty"), models=small, env={}) as project:
        with pytest.raises(InputError, match="not written yet"):
            await project.prove_text()
