"""BRAINSTORM, SEED and GROW filled by field, with real sections and a scripted model."""

import json
from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.stages.brainstorm.sections import NAMES
from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.section import Section, SectionRequests
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.artifacts.brainstorm import BrainstormNames
from questfoundry.domain.fault import Fault
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.infra.llm.tiny.field_writer import FieldWriter
from questfoundry.infra.llm.tiny.guides import EntityWording, FieldWording
from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider
from tests.support.small_model import Continues
from tests.support.stage_runs import VISION, shipped_prompts

IDEAS = (
    "A noir mystery in a drowned city",
    "A cat opens a bakery for mice",
    "The crew of a failing space station finds a stowaway robot",
    "A dragon who is afraid of fire must guard a small village",
    "A sheriff must protect the outlaw who saved her brother",
    "A young spy in 1943 Paris must deliver a letter nobody may read",
)


class KnownMeanings(EmbeddingProvider):
    """The real embeddings; each text is embedded once for all tests of a process."""

    def __init__(self) -> None:
        self._real = WordLlamaEmbeddingProvider()
        self._known: dict[str, Any] = {}

    @property
    def model(self) -> str:
        return self._real.model

    async def embed(self, texts: Any) -> Any:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, await self._real.embed(new), strict=True))
        return [self._known[text] for text in texts]


MEANINGS = KnownMeanings()
TRAITS = ModelTraits.from_capabilities(comprehension=False)


@frozen(kw_only=True)
class Led:
    story: Story
    artifacts: Mapping[str, Any]
    faults: tuple[Fault, ...] = ()
    texts: tuple[str, ...] = ()


async def led_stages(
    idea: str,
    size: str = "micro",
    model: Continues | None = None,
    *,
    until: str = "seed",
    remarks: tuple[str, ...] = (),
    outline: str = "",
) -> Led:
    prompts = shipped_prompts()
    story = DreamStage().apply(
        Story(),
        DreamArtifact.model_validate(
            VISION | {"size": size, "creative_vision": f"{idea}. You play the one who came."}
        ),
    )
    stages: tuple[ArtifactStage, ...] = (
        BrainstormStage(prompts),
        SeedStage(prompts),
        GrowStage(prompts),
    )
    pages = (MaterialPage(name="outline/o.md", text=outline),) if outline else ()
    inputs = StageInputs(
        questions=True, said=(" ".join(idea.split()), *remarks), material=Material(pages=pages)
    )
    artifacts: dict[str, Any] = {}
    texts: list[str] = []
    for stage in stages:
        requests = SectionRequests(stage.sections(story, inputs, TRAITS), is_batching=False)
        while (section := requests.section) is not None:
            if section.name == NAMES:
                requests.submit(BrainstormNames(names=()))
                continue
            text = await _filled(stage, section, story, inputs, model or Continues())
            texts.append(text)
            part = build_finalization(stage.name, section, prompts).validate(json.loads(text))
            if isinstance(part, tuple):
                return Led(story=story, artifacts=artifacts, faults=part)
            requests.submit(part)
        story = stage.apply(story, requests.artifact)
        artifacts[stage.name] = requests.artifact.model_dump(mode="json")
        if stage.name == until:
            break
    return Led(story=story, artifacts=artifacts, texts=tuple(texts))


async def _filled(
    stage: ArtifactStage, section: Section, story: Story, inputs: StageInputs, model: Continues
) -> str:
    prompts = shipped_prompts()
    wording = FieldWording.load(prompts)
    subject = evolve(
        section.about,
        idea=story.existing_vision.creative_vision.split(". ")[0],
        author_lines=inputs.said,
        brief="Somebody came at night.",
    )
    schema = build_finalization(stage.name, section, prompts).schema
    writer = FieldWriter(
        schema=schema,
        subject=subject,
        wording=wording,
        ask=model.complete,
        embeddings=MEANINGS,
        seed=str(subject),
        entity_wording=EntityWording.load(prompts),
    )
    return json.dumps(await writer.write(wording.load_guide(prompts, schema["title"])))
