"""Turn a drawn story into the artifacts of the stages before its prose."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.story.story import Story
from questfoundry.infra.llm.draft.draw import DrawnScene, DrawnStory
from questfoundry.infra.llm.draft.grammar import capitalise, drop_article
from questfoundry.infra.llm.draft.premise import DilemmaPart
from questfoundry.infra.llm.draft.weave import AnswerPath, SceneBeats, SceneWeaver

Words = Mapping[str, Any]
"""The texts of ``prompts/draft/words.yaml``."""

_MOST_ANCHORS = 4
_TITLED = 60


@frozen(kw_only=True)
class EntityIds:
    """The ids of the entities of a draft: the lead, the people by role, the thing, the places."""

    lead: str
    people: Mapping[str, str]
    thing: str
    places: Mapping[str, str]

    @classmethod
    def from_story(cls, drawn: DrawnStory) -> "EntityIds":
        """Return the ids that the stage BRAINSTORM makes from the names of ``drawn``."""
        names = {each.key: make_id(each.kind, each.name) for each in list_entities(drawn, {})}
        return cls(
            lead=names["lead"],
            people={role: names[role] for role in drawn.cast.people},
            thing=names["thing"],
            places={"place": names["place"], "outside": names["outside"]},
        )


@frozen(kw_only=True)
class DraftEntity:
    """An entity of a draft; ``key`` is its role, or ``lead``, ``thing``, ``place``, ``outside``."""

    key: str
    kind: str
    name: str
    concept: str


def list_entities(drawn: DrawnStory, words: Words) -> tuple[DraftEntity, ...]:
    """Return all entities of the story; without ``words``, some concepts are only placeholders."""
    cast, region = drawn.cast, drawn.material.region
    lead = drawn.fill("{lead.a}")
    roles = drawn.material.premise.roles

    def describe(key: str, **values: str) -> str:
        return words[key].format(**values) if words else key

    def build(key: str, kind: str, name: str, concept: str) -> DraftEntity:
        return DraftEntity(key=key, kind=kind, name=name[:_TITLED], concept=concept)

    people = (
        build(role, "character", name_of(each.name), f"{each.intro}: {roles[role].about}.")
        for role, each in cast.people.items()
    )
    return (
        build(
            "lead",
            "character",
            cast.lead_name or title(cast.lead.removesuffix(" here")),
            describe("lead", lead=lead),
        ),
        *people,
        build("thing", "object", title(cast.thing.name), describe("thing")),
        build("place", "location", title(cast.place.name), describe("place")),
        build("outside", "location", title(region.outside.name), describe("outside")),
    )


def name_of(name: str) -> str:
    """Return a person's name as the name of an entity: ``the king`` becomes ``King``."""
    return title(name) if name[:1].islower() else name


def title(noun: str) -> str:
    """Return ``noun`` without its article, each word with a capital first letter."""
    return " ".join(map(capitalise, drop_article(noun).split()))


def build_brainstorm(drawn: DrawnStory, words: Words) -> dict[str, Any]:
    """Return the artifact of the stage BRAINSTORM: the entities and two dilemmas."""
    entities, ids = list_entities(drawn, words), EntityIds.from_story(drawn)
    of_role = {**ids.people, "lead": ids.lead, "thing": ids.thing, **ids.places}
    dilemmas = [_build_dilemma(each, drawn, ids) for each in _list_dilemmas(drawn)]
    anchors = dilemmas[0]["anchors"]
    return {
        "size": "micro",
        "entities": [
            {
                "kind": each.kind,
                "name": each.name,
                "concept": each.concept,
                "id": of_role[each.key],
                "background": each.kind == "character" and of_role[each.key] not in anchors,
            }
            for each in entities
        ],
        "played": ids.lead,
        "dilemmas": dilemmas,
    }


def _list_dilemmas(drawn: DrawnStory) -> tuple[DilemmaPart, DilemmaPart]:
    return drawn.material.premise.soft, drawn.material.premise.hard


def _build_dilemma(dilemma: DilemmaPart, drawn: DrawnStory, ids: EntityIds) -> dict[str, Any]:
    fill, name = drawn.fill, drawn.fill(dilemma.name)
    default, alternative = (
        {"text": fill(each.text), "benefit": fill(each.benefit)}
        for each in dilemma.answers.values()
    )
    return {
        "name": name,
        "id": make_id("dilemma", name),
        "question": fill(dilemma.question),
        "why_it_matters": fill(dilemma.why),
        "default": default,
        "alternative": alternative,
        "anchors": list(islice((ids.lead, *ids.people.values()), _MOST_ANCHORS)),
    }


@frozen(kw_only=True)
class PlanBuilder:
    """A builder of the artifacts of the stages SEED and GROW for a drawn story.

    ``story`` has the entities and dilemmas of BRAINSTORM; for GROW, also the plan of SEED.
    """

    drawn: DrawnStory
    story: Story
    words: Words

    @property
    def answers(self) -> Mapping[str, str]:
        """A mapping from the key of each answer to the id of its path."""
        pairs = zip(_list_dilemmas(self.drawn), self._order_dilemmas(), strict=True)
        return {
            key: f"path::{slug_of(answer.id)}"
            for part, dilemma in pairs
            for key, answer in zip(part.answers, dilemma.answers, strict=True)
        }

    def _order_dilemmas(self) -> Sequence[Any]:
        """Return the soft dilemma, then the hard dilemma; this is the order of BRAINSTORM."""
        return self.story.dilemmas

    def build_seed(self) -> dict[str, Any]:
        """Return the artifact of the stage SEED: paths, beats and epilogues."""
        soft, hard = (each.id for each in self._order_dilemmas())
        parts = dict(zip((soft, hard), _list_dilemmas(self.drawn), strict=True))
        reason = {"decision": "keep", "reason": self.words["keep"]}
        return {
            "size": "micro",
            "entities": {each.id: reason for each in self.story.entities},
            "dilemmas": {
                soft: {"explore": "both", "weight": "soft"},
                hard: {"explore": "both", "weight": "hard"},
            },
            "order": [soft, hard],
            "paths": {
                path: self._build_path(part.answers[key])
                for part in parts.values()
                for key, path in self.answers.items()
                if key in part.answers
            },
            "beats": {dilemma: self._build_beats(part) for dilemma, part in parts.items()},
            "setup": [self._build_beat(self.drawn.scenes[self.drawn.start])],
            "epilogues": {
                f"ending::{slug_of(self.answers[key])}": {
                    "beats": [self._build_beat(self._find_answer_scene(key))]
                }
                for key in parts[hard].answers
            },
            "residue": {self.answers[key]: self._build_effect(key) for key in parts[soft].answers},
        }

    def _build_path(self, answer: Any) -> dict[str, Any]:
        text, after = self.drawn.fill(answer.text), self.drawn.fill(answer.after)
        summary = self.words["path"].format(text=text, after=after)
        return {"summary": summary, "consequences": [{"text": after, "effect": "none"}]}

    def _build_beats(self, dilemma: DilemmaPart) -> dict[str, Any]:
        return {
            "shared": [self._build_beat(self._find_fork(dilemma))],
            "paths": {self.answers[key]: self._build_arm(key) for key in dilemma.answers},
        }

    def _build_arm(self, key: str) -> dict[str, Any]:
        scene = self._find_answer_scene(key)
        answer = next(
            each.answers[key] for each in _list_dilemmas(self.drawn) if key in each.answers
        )
        after = self._build_beat(scene, self.drawn.fill(answer.after))
        if scene.scene.ending:
            name = self.drawn.fill(scene.scene.ending)
            last = self._build_beat(scene, self.words["ending"].format(ending=name))
        else:
            last = self._build_meeting(self.drawn.scenes[scene.scene.to])
        return {"commit": self._build_beat(scene), "tail": [after, last]}

    def _build_meeting(self, following: DrawnScene) -> dict[str, Any]:
        """Return a beat at the outside place, with the people that no dilemma is about.

        SEED requires that each place and each of these people is in some beat of the plan.
        """
        scenes = self.drawn.scenes.values()
        scene = next((each for each in scenes if each.scene.at == "outside"), following)
        ids = EntityIds.from_story(self.drawn)
        others = list(ids.people.values())[_MOST_ANCHORS - 1 :]
        beat = self._build_beat(scene)
        entities = dict.fromkeys((*beat["entities"], *others))
        return {**beat, "location": ids.places["outside"], "entities": list(entities)}

    def _build_effect(self, key: str) -> dict[str, Any]:
        first, *others = (
            f"beat::{slug_of(self.answers[each])}-commit-1"
            for each in self.drawn.material.premise.hard.answers
        )
        answer = self.drawn.fill(self.drawn.material.premise.soft.answers[key].text)
        seen = self.words["seen"].format(text=answer)
        return {"beat": first, "how": "light", "seen": seen, "also": others}

    def _build_beat(self, scene: DrawnScene, summary: str = "") -> dict[str, Any]:
        ids, people = EntityIds.from_story(self.drawn), self.drawn.cast.people
        here = (each for each in scene.scene.who if people[each].status == "here")
        return {
            "summary": summary or scene.summary,
            "location": ids.places[scene.scene.at],
            "entities": [ids.lead, ids.thing, *(ids.people[each] for each in here)],
        }

    def _find_answer_scene(self, key: str) -> DrawnScene:
        return next(each for each in self.drawn.scenes.values() if each.scene.answer == key)

    def _find_fork(self, dilemma: DilemmaPart) -> DrawnScene:
        targets = {
            name for name, each in self.drawn.scenes.items() if each.scene.answer in dilemma.answers
        }
        return next(
            each
            for each in self.drawn.scenes.values()
            if any(option.to in targets for option in each.options)
        )

    def build_grow(self) -> dict[str, Any]:
        """Return the artifact of the stage GROW."""
        places, weaver = self._place_scenes(), self.build_weaver()
        passages = weaver.weave(places)
        marks = weaver.list_marks(passages)
        added = {f"beat::{name}": self.drawn.scenes[name] for name in self._list_added()}
        return {
            "title": self.drawn.title,
            "hook": self.drawn.hook,
            "onward": self.words["onward"],
            "scenes": {},
            "endings": dict(self._name_endings(places)),
            "beats": {name: self._build_beat(scene) for name, scene in added.items()},
            "marks": {name: each.model_dump(mode="json") for name, each in marks.items()},
            "start": passages[0].id,
            "passages": [each.model_dump(mode="json") for each in passages],
        }

    def build_weaver(self) -> SceneWeaver:
        """Return the weaver of the scenes, with the paths of the plan."""
        paths = {each.id: tuple(sorted(each.flags)) for each in self.story.paths}
        return SceneWeaver(
            self.drawn,
            {key: AnswerPath(id=path, flags=paths[path]) for key, path in self.answers.items()},
        )

    def _name_endings(self, places: SceneBeats) -> Iterator[tuple[str, dict[str, str]]]:
        for name, ending in places.endings.items():
            yield ending, {"name": self.drawn.fill(self.drawn.scenes[name].scene.ending)}

    def _list_added(self) -> Iterator[str]:
        planned = self._list_planned()
        return (name for name in self.drawn.scenes if name not in planned)

    def _list_planned(self) -> Mapping[str, tuple[str, ...]]:
        """Return the planned beats of each scene that has any, by the name of the scene."""
        found = {self.drawn.start: ("beat::setup-1",)}
        for part, dilemma in zip(_list_dilemmas(self.drawn), self._order_dilemmas(), strict=True):
            fork = self._find_fork(part).name
            found[fork] = (*found.get(fork, ()), f"beat::{slug_of(dilemma.id)}-shared-1")
        for name, scene in self.drawn.scenes.items():
            if scene.scene.answer:
                path = slug_of(self.answers[scene.scene.answer])
                last = (f"beat::{path}-epilogue-1",) if scene.scene.ending else ()
                found[name] = (f"beat::{path}-commit-1", *last)
        return found

    def _place_scenes(self) -> SceneBeats:
        beats = {name: (f"beat::{name}",) for name in self._list_added()}
        endings: dict[str, str] = {}
        for name, scene in self.drawn.scenes.items():
            if scene.scene.ending:
                plain = f"ending::{slug_of(self.answers[scene.scene.answer])}"
                endings[name] = f"{plain}--{name}" if plain in endings.values() else plain
        return SceneBeats(beats={**beats, **self._list_planned()}, endings=endings)
