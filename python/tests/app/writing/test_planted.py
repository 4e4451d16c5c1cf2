"""Contradictions that somebody planted are found, each with a playthrough of a puzzled reader."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

from attrs import frozen
from ruamel.yaml import YAML

from questfoundry import Project
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.text_fact import FactLine, simplify
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.checkout import BAKER, ROOT

PLANTED = ROOT / "python/tests/data/planted.yaml"
LARGE = ModelTraits(capabilities=Capabilities(context_window=128_000))
TEXT = re.compile(r"\n\[(\d+)\](.*?)(?=\n\[\d+\]|\Z)", re.DOTALL)
LISTED = re.compile(r"\[(\d+)\] (.+?)(?: ->|:) (.+)")


@frozen(kw_only=True)
class Plant:
    """A sentence that contradicts another text, and the facts of both, as in ``planted.yaml``."""

    passage: str
    old: str
    new: str
    says: str
    against: str
    fact: str
    without: bool = False

    @property
    def facts(self) -> Mapping[str, str]:
        return {self.new: self.says, self.against: self.fact}


def load_plants() -> Sequence[Plant]:
    return [Plant(**each) for each in YAML(typ="safe").load(PLANTED)]


def copy_story(folder: Path, plants: Sequence[Plant]) -> Path:
    """Copy the example to ``folder``, with the sentences of ``plants``."""
    story = Path(copytree(BAKER, folder / "baker", ignore=ignore_patterns("exports")))
    fill: dict[str, Any] = YAML(typ="safe").load(story / "artifacts/fill.yaml")
    for each in plants:
        passage = fill["passages"][f"passage::{each.passage}"]
        assert each.old in passage["prose"], each.old
        passage["prose"] = passage["prose"].replace(each.old, each.new)
    YAML(typ="safe").dump(fill, story / "artifacts/fill.yaml")
    return story


def read_facts(facts: Mapping[str, str]) -> Reply:
    def answer(request: ChatRequest) -> ChatResponse:
        texts = TEXT.findall(request.messages[-1].content)
        lines = [
            f"{number} | {line}"
            for number, text in texts
            for words, line in facts.items()
            if words in text
        ]
        return calls("submit_facts", {"facts": lines})

    return answer


def suspect(plants: Sequence[Plant]) -> Reply:
    """Return a reply with the pairs of facts of ``plants`` that have different names."""

    def answer(request: ChatRequest) -> ChatResponse:
        numbers, subject = dict[tuple[str, str, str], str](), ""
        for line in request.messages[-1].content.splitlines():
            if found := LISTED.fullmatch(line):
                numbers[subject, found[2], simplify(found[3])] = found[1]
            elif line:
                subject = simplify(line)
        names = [(_name(each.says), _name(each.fact)) for each in plants]
        pairs = [(one, other) for one, other in names if one[:2] != other[:2]]
        listed = [
            f"{numbers[one]}-{numbers[two]}" for one, two in pairs if {one, two} <= {*numbers}
        ]
        return calls("submit_suspects", {"pairs": listed})

    return answer


def _name(line: str) -> tuple[str, str, str]:
    fact = FactLine.parse(line)
    return simplify(fact.subject), simplify(fact.attribute), simplify(fact.value)


def judge_all(request: ChatRequest) -> ChatResponse:
    """Judge each pair to be a contradiction."""
    rest = {"severity": "slight", "reason": "Both cannot be true.", "first": "", "second": ""}
    ids = re.findall(r"\n- (p\d+):", request.messages[-1].content)
    found = [{"id": each, **rest} for each in ids]
    return calls("submit_judgement", {"contradictions": found, "none": [], "different": []})


def texts_of(story: Story, route: Sequence[str]) -> Sequence[str]:
    """Return what a player who makes the choices of ``route`` reads and chooses, in order."""
    structure, flags = story.existing_structure, frozenset[str]()
    choices = [structure.choice(each) for each in route]
    texts, passages = [], [structure.start, *(each.target for each in choices)]
    for passage, choice in zip(passages, [*choices, None], strict=True):
        paragraphs = story.paragraphs(passage)
        texts += [each.text for each in paragraphs if each.is_visible_with(flags)]
        if choice:
            assert choice.source == passage
            assert choice.is_open(flags)
            texts.append(choice.label)
            flags = choice.apply(flags)
    return texts


async def test_planted_contradictions_are_found_with_their_readers(tmp_path: Path) -> None:
    """Each planted sentence has a playthrough of a puzzled reader. (PRS-10.2)"""
    plants = load_plants()
    facts = {words: line for each in plants for words, line in each.facts.items()}
    model = ScriptedChatProvider([read_facts(facts), suspect(plants), judge_all], traits=LARGE)
    async with Project.open(copy_story(tmp_path, plants), models=model, env={}) as project:
        result = await project.prove_text()
        story = project.container.registry().story(project.container.store().artifacts)
    readings = [texts_of(story, each.pair.route) for each in result.contradictions]
    for plant in plants:
        met = [[words in "\n".join(each) for words in plant.facts] for each in readings]
        assert [True, not plant.without] in met, plant.new


async def test_the_unplanted_story_has_no_pair_of_these_facts(tmp_path: Path) -> None:
    """Facts that no text contradicts cost no judgement. (PRS-10.1)"""
    plants = load_plants()
    facts = {each.against: each.fact for each in plants if "| now" not in each.fact}
    model = ScriptedChatProvider([read_facts(facts), suspect(())], traits=LARGE)
    async with Project.open(copy_story(tmp_path, ()), models=model, env={}) as project:
        result = await project.prove_text()
    assert (result.judged, result.contradictions) == (0, ())
