"""A planner of random stories up to SEED that answers every section within the rules."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from attrs import frozen
from hypothesis import strategies as st

from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.section import Section, SectionRequests
from questfoundry.app.stages.seed.cast import is_place
from questfoundry.app.stages.seed.sections import (
    find_required_entities,
    plan_branching_range,
    plan_hard_range,
    plan_kept_range,
)
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.domain.artifacts.brainstorm import BrainstormArtifact
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import kind_of
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import Effect
from questfoundry.domain.story.shape import StoryShape, counts_of
from questfoundry.domain.story.size import Preset, Range, Size
from questfoundry.domain.story.story import EMPTY_STORY, Story
from questfoundry.domain.story.voice import DreamArtifact
from tests.support.examples import in_profile
from tests.support.grown import GROW, answer_words
from tests.support.sections import PLAIN, answer_sections
from tests.support.small_story import beat, true
from tests.support.stage_runs import VISION, shipped_prompts

KINDS = ("character", "location", "object", "faction")
BRAINSTORM = BrainstormStage(shipped_prompts())
SEED = SeedStage(shipped_prompts())
Answer = dict[str, Any]
WITH_STATS = StageInputs(stats=True, acts=True, questions=True)


def material(
    size: Size, chance: Random, more: Sequence[str] = KINDS, shape: StoryShape | None = None
) -> Story:
    """Return a story after BRAINSTORM; ``more`` gives kinds of further entities."""
    dream = DreamArtifact.model_validate(vision_of(size))
    story = DreamStage().apply(EMPTY_STORY, dream)
    found = BrainstormArtifact.model_validate(found_material(size, chance, more, shape))
    return BRAINSTORM.apply(story, found)


def vision_of(size: Size) -> Answer:
    return {**VISION, "size": size.value}


def found_material(
    size: Size, chance: Random, more: Sequence[str] = KINDS, shape: StoryShape | None = None
) -> Answer:
    preset = counts_of(size, shape).preset
    kinds = ["character", "location", "location"]
    kinds += [chance.choice(more) for _ in range(within(preset.entities, chance) - 3)]
    ids = [f"{kind}::name-{place}" for place, kind in enumerate(kinds)]
    count = sum(within(preset.dilemmas, chance) for _ in range(preset.chapters.least))
    return {
        "size": size.value,
        "shape": shape,
        "entities": [
            {
                "id": each,
                "kind": kind_of(each),
                "name": f"Name {place}",
                "concept": "Somebody or something.",
            }
            for place, each in enumerate(ids)
        ],
        "dilemmas": [
            {
                "id": f"dilemma::question-{place}",
                "name": f"Question {place}",
                "question": f"Which of the two ways goes on from crossing {place}?",
                "why_it_matters": "There is no way back.",
                "default": {"text": "The left one.", "benefit": "It is short."},
                "alternative": {"text": "The right one.", "benefit": "It is safe."},
                "anchors": chance.sample(ids, chance.randint(1, 4)),
            }
            for place in range(count)
        ],
    }


def planned(
    size: Size, seed: int, *, chapter: int | None = None, shape: StoryShape | None = None
) -> Story:
    chance = Random(seed)
    story = material(size, chance, shape=shape)
    data = seed_artifact(story, StageInputs(chapter=chapter), chance)
    return SEED.apply(story, SeedArtifact.model_validate(data))


@cache
def planned_with_stats(size: Size, seed: int) -> Story:
    """Return a random plan with stats."""
    chance = Random(seed)
    story = material(size, chance)
    data = seed_artifact(story, WITH_STATS, chance)
    return SEED.apply(story, SeedArtifact.model_validate(data))


@cache
def _grow_with_stats(size: Size, seed: int) -> tuple[Sequence[tuple[Section, Artifact]], Story]:
    plan = planned_with_stats(size, seed)
    sections = GROW.sections(plan, StageInputs(acts=True), PLAIN)
    requests, made = SectionRequests(sections, is_batching=False), list[tuple[Section, Artifact]]()
    while section := requests.section:
        made.append((section, answer_words(section)))
        requests.submit(made[-1][1])
    return made, GROW.apply(plan, requests.artifact)


def made_with_stats(size: Size, seed: int) -> Sequence[tuple[Section, Artifact]]:
    """Return the sections that GROW requests for a random plan with stats, and their answers."""
    return _grow_with_stats(size, seed)[0]


def grown_with_stats(size: Size, seed: int) -> tuple[Story, Story]:
    """Return a random plan with stats, and the story that GROW makes of it."""
    return planned_with_stats(size, seed), _grow_with_stats(size, seed)[1]


SEEDS_WITH_STATS = st.integers(0, in_profile(12))
"""Seeds of plans with stats; few for a change, since growing a plan takes long and is shared."""


def sections_with_stats() -> list[Section]:
    """Return the sections of SEED for a random story with stats."""
    story, sections = material(Size.SHORT, chance := Random(1)), list[Section]()
    planner = Planner(story=story, preset=counts_of(Size.SHORT, None).preset, chance=chance)

    def answer(section: Section) -> Artifact:
        sections.append(section)
        return planner.answered(section)

    answer_sections(SEED, story, WITH_STATS, answer)
    return sections


def seed_artifact(
    story: Story, inputs: StageInputs, chance: Random, *, sparing: bool = False
) -> Answer:
    """Return a valid plan; ``sparing`` makes it as short as possible, with few entities."""
    preset = counts_of(inputs.size or story.effective_size, story.shape).preset
    planner = Planner(story=story, preset=preset, chance=chance, sparing=sparing)
    return answer_sections(SEED, story, inputs, planner.answered).model_dump(mode="json")


def within(wanted: Range, chance: Random) -> int:
    return chance.randint(wanted.least, wanted.most)


_THIRD = "They do both by night, if somebody has lent them the boat."


@frozen(kw_only=True)
class Planner:
    story: Story
    preset: Preset
    chance: Random
    sparing: bool = False

    def answered(self, section: Section) -> Artifact:
        answer: Answer = getattr(self, f"_{section.model.__name__.removeprefix('Seed').lower()}")(
            section
        )
        for fault in section.check(section.model.model_validate(answer)):
            *steps, last = fault.field.split(".")
            holder: Any = answer
            for step in steps:
                holder = holder[int(step)] if isinstance(holder, list) else holder[step]
            holder[last] = fault.only_value
        part = section.model.model_validate(answer)
        assert list(section.check(part)) == []
        return part

    def _entities(self, section: Section) -> Answer:
        must, keep = find_required_entities(self.story), plan_kept_range(self.story, self.preset)
        free = [each.id for each in self.story.entities if each.id not in must]
        more = within(Range(max(0, keep.least - len(must)), keep.most - len(must)), self.chance)
        kept = {*must, *self.chance.sample(free, min(more, len(free)))}
        return {
            "entities": {
                each.id: {
                    "decision": "keep" if each.id in kept else "cut",
                    "reason": "It must be so.",
                }
                for each in self.story.entities
            }
        }

    def _chapters(self, section: Section) -> Answer:
        ids = list(section.variables["ids"])
        self.chance.shuffle(ids)
        count = within(section.manifest.counts["chapters"], self.chance)
        hard = section.manifest.counts["chapters.hard"].least
        cuts = [len(ids) * number // count for number in range(count + 1)]
        return {
            "chapters": [
                {
                    "title": f"Part {begin}",
                    "aim": "Something is settled.",
                    "soft": ids[begin : end - hard],
                    "hard": ids[end - hard : end],
                }
                for begin, end in pairwise(cuts)
            ]
        }

    def _dilemmas(self, section: Section) -> Answer:
        order = [each.id for each in self.story.dilemmas]
        self.chance.shuffle(order)
        both = self._some(order, plan_branching_range(self.story, self.preset).most)
        hard = self._some(both, plan_hard_range(self.story, self.preset).most)
        return {
            "dilemmas": {
                each: {
                    "explore": "both" if each in both else "default",
                    "weight": "hard" if each in hard else "soft",
                }
                for each in order
            },
            "order": order,
        }

    def _some(self, values: Sequence[str], most: int) -> list[str]:
        return self.chance.sample(values, self.chance.randint(1, min(most, len(values))))

    def _paths(self, section: Section) -> Answer:
        kept = section.manifest.pins["paths.consequences.entity"]
        return {
            "paths": {
                path: {
                    "summary": "It goes on.",
                    "consequences": [
                        self._consequence(number, kept)
                        for number in range(self.chance.randint(1, 3))
                    ],
                }
                for path in section.manifest.sections["paths"]
            }
        }

    def _consequence(self, number: int, kept: Sequence[str]) -> Answer:
        """Return a consequence; half of them have an effect that fits an entity."""
        if self.chance.random() < 0.5:
            return true(f"It is so, {number}.")
        entity = self.chance.choice(kept)
        fitting = [each for each in Effect if kind_of(entity) in each.kinds]
        return true(f"It is so, {number}.", self.chance.choice(fitting).value, entity)

    def _beats(self, section: Section) -> Answer:
        paths = section.manifest.sections["paths"]
        slots = {"shared": self._count(self.preset.shared_beats)}
        for path in paths:
            slots[f"paths.{path}.commit"] = 1
            slots[f"paths.{path}.tail"] = self._count(self.preset.tail_beats)
        shared, *rest = self._laid(section, slots)
        return {
            "shared": shared,
            "paths": {
                path: {"commit": rest[2 * place][0], "tail": rest[2 * place + 1]}
                for place, path in enumerate(paths)
            },
        }

    def _opening(self, section: Section) -> Answer:
        (setup,) = self._laid(section, {"setup": self._count(self.preset.setup_beats)})
        return {"setup": setup, "summary": "It has come to this."}

    def _frame(self, section: Section) -> Answer:
        endings = section.manifest.sections["epilogues"]
        slots = {"setup": self._count(self.preset.setup_beats)}
        slots |= {f"epilogues.{e}.beats": self._count(self.preset.epilogue_beats) for e in endings}
        setup, *closing = self._laid(section, slots)
        told = {each: {"beats": beats} for each, beats in zip(endings, closing, strict=True)}
        return {"setup": setup, "epilogues": told}

    def _epilogues(self, section: Section) -> Answer:
        endings = section.manifest.sections["epilogues"]
        slots = {f"epilogues.{e}.beats": self._count(self.preset.epilogue_beats) for e in endings}
        told = zip(endings, self._laid(section, slots), strict=True)
        return {"epilogues": {each: {"beats": beats} for each, beats in told}}

    def _questions(self, section: Section) -> Answer:
        place, *_ = section.manifest.pins["questions.clues.learnt"]
        count = section.manifest.counts["questions"].least
        return {
            "questions": [
                {
                    "question": f"Who did the thing {number}?",
                    "clues": [{"text": f"It was done by {number}.", "learnt": [place]}],
                }
                for number in range(count)
            ]
        }

    def _statsandclosings(self, section: Section) -> Answer:
        return {**self._stats(section), **self._closings(section)}

    def _statsclosingsandthird(self, section: Section) -> Answer:
        return {**self._statsandclosings(section), "third": _THIRD}

    def _closingsandthird(self, section: Section) -> Answer:
        return {**self._closings(section), "third": _THIRD}

    def _effects(self, section: Section) -> Answer:
        return self._residue(section)

    def _stats(self, section: Section) -> Answer:
        count = section.manifest.counts["stats"].least
        about = section.manifest.pins["stats.about"]
        return {
            "stats": [
                {
                    "name": f"Trust {number}",
                    "question": f"Does somebody trust you, {number}?",
                    "high": f"You are trusted, {number}.",
                    "low": f"You are watched, {number}.",
                    "high_opens": "An open door.",
                    "low_opens": "A way around.",
                    "about": self.chance.choice(about),
                }
                for number in range(count)
            ],
            "leans": self._leans(section),
        }

    def _closings(self, section: Section) -> Answer:
        endings = section.manifest.sections["closings"]
        closing = {"high": "Somebody comes.", "low": "They stay away."}
        return {"closings": dict.fromkeys(endings, closing), "leans": self._leans(section)}

    def _leans(self, section: Section) -> Answer:
        sides = {"default": "high", "alternative": "low"}
        return {path: sides[path.rpartition("-")[2]] for path in section.manifest.sections["leans"]}

    def _residue(self, section: Section) -> Answer:
        return {
            "residue": {
                path: {
                    "beat": self.chance.choice(section.manifest.pins[f"residue.{path}.beat"]),
                    "how": self.chance.choice([each.value for each in Residue]),
                    "seen": "It shows.",
                    "closes": self.chance.choice(["It ends otherwise.", None]),
                }
                for path in section.manifest.sections["residue"]
            }
        }

    def _count(self, wanted: Range) -> int:
        return wanted.least if self.sparing else within(wanted, self.chance)

    def _laid(self, section: Section, slots: Mapping[str, int]) -> list[list[Answer]]:
        pins = section.manifest.pins
        free = [(slot, number) for slot, times in slots.items() for number in range(times)]
        where: dict[tuple[str, int], str] = {}
        who: dict[tuple[str, int], list[str]] = {each: [] for each in free}

        def allowed(slot: str, field: str) -> list[str]:
            found = pins.get(f"{slot}.{field}") or pins[f"paths.{slot.split('.')[-1]}.{field}"]
            return list(found)

        def possible(entity: str) -> list[tuple[str, int]]:
            field = "location" if is_place(entity) else "entities"
            return [each for each in free if entity in allowed(each[0], field)]

        self.chance.shuffle(free)
        for entity in sorted(
            section.variables.get("must_meet", ()), key=lambda each: len(possible(each))
        ):
            if is_place(entity):
                where[next(each for each in possible(entity) if each not in where)] = entity
            else:
                min((who[each] for each in possible(entity)), key=len).append(entity)
        for each in free:
            places, others = allowed(each[0], "location"), allowed(each[0], "entities")
            where.setdefault(each, places[0] if self.sparing else self.chance.choice(places))
            if not self.sparing and not who[each]:
                some = self.chance.randint(0, min(2, len(others)))
                who[each] += self.chance.sample(others, some)
        return [
            [beat("It happens.", where[slot, n], *who[slot, n]) for n in range(times)]
            for slot, times in slots.items()
        ]
