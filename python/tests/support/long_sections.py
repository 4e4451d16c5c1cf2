"""The sections of a long story with 24 entities and a few dilemmas, and possible faults.

Models make these faults: at the top, in nested items, in references and in the middle of long
lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from attrs import frozen

from questfoundry.app.phases.finalization import Finalization, build_finalization
from questfoundry.app.phases.stage_prompts import render_shared_texts
from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.artifacts.seed import SeedPaths
from questfoundry.domain.chat.messages import Message, system, user
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import slug_of
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import EMPTY_STORY, Story
from questfoundry.domain.story.voice import DreamArtifact
from tests.support.faulty_model import fitted
from tests.support.sections import finish, next_section
from tests.support.small_story import true
from tests.support.stage_runs import shipped_prompts

Answer = dict[str, Any]
Break = Callable[[Answer], None]

PROSE = (
    "The tide took the lower streets a generation ago, and what people could not carry they "
    "sank in air pockets under the old bank. Mara dives for it and sells what it says; the "
    "sergeant follows because nobody else on the barge can swim. "
)
BRIEF = PROSE * 6
INPUTS = StageInputs(size="long", language="en")
KINDS = ("character", "location", "object", "faction")


def sentence(about: str) -> str:
    return f"{about} is what the harbour remembers longest, and somebody pays for it in the end."


VISION: Answer = {
    "genre": "mystery",
    "subgenre": "noir",
    "tone": "brooding, wry",
    "themes": ["loyalty against truth", "what the drowned remember", "a debt of air"],
    "audience": "adult",
    "scope": "one night in one district",
    "size": "long",
    "style": "terse second person",
    "creative_vision": PROSE * 2,
    "content_notes": "drowning",
}
ENTITIES: Answer = {
    "entities": [
        {"kind": KINDS[n % 4], "name": f"Old Name {n}", "concept": sentence(f"Number {n}")}
        for n in range(24)
    ]
}
IDS = [f"{each['kind']}::old-name-{n}" for n, each in enumerate(ENTITIES["entities"])]
PLACES = [each for each in IDS if each.startswith("location")]
OTHERS = [each for each in IDS if not each.startswith("location")]
QUESTIONS = {
    "Mara": "Does Mara hand the ledger to the police, or to the families of the drowned?",
    "Ilk": "Will Sergeant Ilk admit that he took money, when nobody could ever prove it?",
    "The bell": "Who rings the tide bell at night once its keeper is gone?",
    "The guild": "Is the salvagers' guild paid off, or broken up for good?",
    "The diver": "Can a stranger be trusted with the only other breathing set?",
}
DILEMMAS: Answer = {
    "dilemmas": [
        {
            "name": f"Choice {n}",
            "question": question,
            "why_it_matters": sentence(word),
            "default": {"text": f"{word} hands it over.", "benefit": sentence("The law")},
            "alternative": {"text": f"{word} keeps it back.", "benefit": sentence("The truth")},
            "anchors": [OTHERS[n], PLACES[n], OTHERS[n + 6]],
        }
        for n, (word, question) in enumerate(QUESTIONS.items())
    ]
}
DECIDED: Answer = {"entities": {each: {"decision": "keep"} for each in IDS}}


def beat(n: int) -> Answer:
    return {
        "summary": sentence(f"Moment {n}"),
        "location": PLACES[n % 6],
        "entities": [OTHERS[n], OTHERS[n + 1]],
    }


def beats(dilemma: str) -> Answer:
    paths = [f"path::{dilemma}-{which}" for which in ("default", "alternative")]
    return {
        "shared": [beat(n) for n in range(2)],
        "paths": {
            path: {"commit": beat(at), "tail": [beat(at + n) for n in range(1, 4)]}
            for path, at in zip(paths, (3, 8), strict=True)
        },
    }


@frozen(kw_only=True)
class LongSection:
    tool: Finalization
    messages: tuple[Message, ...]
    answer: Answer

    @classmethod
    def of(
        cls, stage: ArtifactStage, story: Story, made: Mapping[str, Artifact], answer: Answer
    ) -> LongSection:
        section = next_section(stage, story, INPUTS, made)
        assert section is not None
        tool = build_finalization(stage.name, section, shipped_prompts())
        variables = {
            "outlined": (),
            **stage.variables(story, INPUTS),
            **section.template_variables,
            "idea": "A noir mystery in a drowned city.",
            "brief": BRIEF,
            "is_discussed": True,
            "said": (),
            "tool_name": tool.name,
            "structured_output": "tool",
        }
        prompts = shipped_prompts()
        variables |= render_shared_texts(prompts, variables)
        prompt = prompts.render(section.template_in(stage.name), variables)
        accepted = tool.validate(answer)
        assert isinstance(accepted, Artifact), accepted
        messages = (system(prompt["system"]), user(f"{prompt['user']}\n\n{prompt['task']}"))
        return cls(tool=tool, messages=messages, answer=answer)


@cache
def long_sections() -> Mapping[str, LongSection]:
    prompts = shipped_prompts()
    dream, brainstorm, seed = DreamStage(), BrainstormStage(prompts), SeedStage(prompts)
    story = dream.apply(EMPTY_STORY, DreamArtifact.model_validate(VISION))
    vision = LongSection.of(dream, EMPTY_STORY, {}, VISION)
    entities = LongSection.of(brainstorm, story, {}, ENTITIES)
    made = {"entities": accepted(entities)}
    dilemmas = LongSection.of(brainstorm, story, made, DILEMMAS)
    made["dilemmas.1"] = accepted(dilemmas)
    whole = finish(brainstorm, story, INPUTS, {**made, "dilemmas": accepted(dilemmas)}, traits=None)
    story = brainstorm.apply(story, whole)
    decided = LongSection.of(seed, story, {}, DECIDED)
    order = [each.id for each in story.dilemmas]
    soft = {"explore": "both", "weight": "soft"}
    weights = dict.fromkeys(order, soft)
    weights |= {order[0]: {"explore": "both", "weight": "hard"}}
    settled = {"entities": accepted(decided)}
    branches = LongSection.of(seed, story, settled, {"dilemmas": weights, "order": order})
    settled["dilemmas"] = accepted(branches)
    handfuls: list[LongSection] = []
    while (section := next_section(seed, story, INPUTS, settled)) and section.model is SeedPaths:
        drafts = {
            each: {"summary": sentence(each), "consequences": [true(sentence("It"))]}
            for each in section.manifest.sections["paths"]
        }
        handfuls.append(LongSection.of(seed, story, settled, {"paths": drafts}))
        settled[section.name] = accepted(handfuls[-1])
    arms = LongSection.of(seed, story, settled, beats(order[0].partition("::")[2]))
    return {
        "vision": vision,
        "entities": entities,
        "dilemmas": dilemmas,
        "decisions": decided,
        "paths": handfuls[0],
        "beats": arms,
    }


def accepted(section: LongSection) -> Artifact:
    artifact = section.tool.validate(section.answer)
    assert isinstance(artifact, Artifact)
    return artifact


def at(answer: Answer, steps: Sequence[str]) -> Any:
    """Return the value at the end of the steps; a number also counts the keys of an object."""
    value: Any = answer
    for step in steps:
        value = value[key_of(value, step)]
    return value


def key_of(value: Any, step: str) -> str | int:
    if isinstance(value, list):
        return int(step)
    return list(value)[int(step)] if step.isdecimal() else step


def put(path: str, wrong: Any) -> Break:
    def breaks(answer: Answer) -> None:
        *above, last = path.split("/")
        held = at(answer, above)
        held[key_of(held, last)] = wrong

    return breaks


def gone(path: str) -> Break:
    def breaks(answer: Answer) -> None:
        *above, last = path.split("/")
        held = at(answer, above)
        del held[key_of(held, last)]

    return breaks


def named(path: str) -> Break:
    def breaks(answer: Answer) -> None:
        put(path, name_of(at(answer, path.split("/"))))(answer)

    return breaks


def name_of(identifier: str) -> str:
    return slug_of(identifier).replace("-", " ").title()


def each_named(answer: Answer) -> None:
    for each in moments(answer):
        each["location"] = name_of(each["location"])
        each["entities"] = [name_of(one) for one in each["entities"]]


def each_invented(answer: Answer) -> None:
    for number, each in enumerate(moments(answer)):
        each["location"] = f"location::cove-{number}"
        each["entities"][0] = f"character::nobody-{number}"


def moments(answer: Answer) -> list[Any]:
    arms = answer["paths"].values()
    return [*answer["shared"], *(one for arm in arms for one in (arm["commit"], *arm["tail"]))]


FAULTS: Mapping[str, tuple[str, Break]] = {
    "top: a slash in a term": ("vision", put("genre", "mystery/noir")),
    "top: missing": ("vision", gone("tone")),
    "top: wrong type": ("vision", put("themes", "loyalty, memory")),
    "middle of a list: missing": ("entities", gone("entities/12/concept")),
    "middle of a list: no such kind": ("entities", put("entities/13/kind", "person")),
    "middle of a list: too long": ("entities", put("entities/11/name", "Old Name " * 12)),
    "middle of a list: the same again": ("entities", put("entities/12/name", "Old Name 8")),
    "a list with one entry too few": ("decisions", gone("entities/12")),
    "nested: empty": ("dilemmas", put("dilemmas/4/alternative/benefit", "")),
    "nested: wrong type": ("dilemmas", put("dilemmas/3/default", "They hand it over.")),
    "nested: missing": ("dilemmas", gone("dilemmas/2/why_it_matters")),
    "by id: missing": ("paths", gone("paths/3/summary")),
    "by id: no such value": ("decisions", put("entities/11/decision", "maybe")),
    "by id: an empty list": ("paths", put("paths/5/consequences", [])),
    "reference: a name": ("dilemmas", named("dilemmas/4/anchors/1")),
    "reference: deep, a name": ("beats", named("paths/1/tail/2/location")),
    "reference: invented, too": ("dilemmas", put("dilemmas/4/anchors/1", "character::nobody")),
    "reference: deep, invented": ("beats", put("paths/1/tail/2/location", "location::nowhere")),
    "reference: invented": ("beats", put("shared/1/entities/0", "character::nobody")),
    "reference: names everywhere": ("beats", each_named),
    "reference: invented everywhere": ("beats", each_invented),
    "deep: missing": ("beats", gone("paths/0/tail/1/summary")),
    "deep: one entry too few": ("beats", put("paths/0/tail", [beat(4), beat(5)])),
    "unknown field, deep": ("beats", put("paths/0/tail/1/mood", "grim")),
}
"""Each fault by name: its section, and the change that breaks it."""


def corrected(answer: Answer, asked: Mapping[str, Any]) -> Answer:
    definitions = asked.get("$defs", {})

    def resolved(node: Any) -> Any:
        if isinstance(node, Mapping):
            if "$ref" in node:
                return resolved(definitions[node["$ref"].rpartition("/")[2]])
            return {key: resolved(value) for key, value in node.items() if key != "$defs"}
        return [resolved(each) for each in node] if isinstance(node, list) else node

    found: Answer = fitted(answer, resolved(asked))
    return found


def with_faults(answer: Answer, *breaks: Break) -> Answer:
    found = deepcopy(answer)
    for each in breaks:
        each(found)
    return found
