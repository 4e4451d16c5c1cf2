"""Turn a drawn story into the artifacts of SEED and GROW."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.story import Story
from questfoundry.infra.llm.draft.brainstorm import MOST_ANCHORS, EntityIds, Words, list_dilemmas
from questfoundry.infra.llm.draft.draw import DrawnScene, DrawnStory
from questfoundry.infra.llm.draft.premise import DilemmaPart
from questfoundry.infra.llm.draft.weave import AnswerPath, SceneBeats, SceneWeaver

_MOST_IN_BEAT = 8
"""The most entities that SEED takes in a beat."""

_MOST_NEW = 4
"""The most people that SEED lets a beat introduce."""


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
        pairs = zip(list_dilemmas(self.drawn), self._order_dilemmas(), strict=True)
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
        parts = dict(zip((soft, hard), list_dilemmas(self.drawn), strict=True))
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
            "setup": [self._build_setup()],
            "epilogues": {
                f"ending::{slug_of(self.answers[key])}": {
                    "beats": [self._build_beat(self._find_last_scene(key))]
                }
                for key in parts[hard].answers
            },
            "residue": {self.answers[key]: self._build_effect(key) for key in parts[soft].answers},
            "stats": [*self._build_stats()],
        }

    def _build_stats(self) -> Iterator[dict[str, str]]:
        if stat := self.drawn.premise.stat:
            yield {name: self.drawn.fill(text) for name, text in stat.model_dump().items()}

    def _build_setup(self) -> dict[str, Any]:
        """Return the first beat, which names the people of the idea, as many as it may name."""
        beat = self._build_beat(self.drawn.scenes[self.drawn.start])
        room = min(_MOST_NEW, _MOST_IN_BEAT - len(beat["entities"]))
        return _add_people(beat, self._list_told_people()[-room:])

    def _build_fork(self, dilemma: DilemmaPart) -> dict[str, Any]:
        """Return the beat before the choice, with the people that the first beat has no room for.

        SEED requires that each person is in some beat of the plan.
        """
        named = self._build_setup()["entities"]
        others = [each for each in self._list_told_people() if each not in named]
        return _add_people(self._build_beat(self._find_fork(dilemma)), others)

    def _list_told_people(self) -> Sequence[str]:
        return [each for each in self._list_told() if each.startswith("character::")]

    def _list_told(self) -> Sequence[str]:
        """Return the ids of the people and places that the idea names."""
        return tuple(EntityIds.from_story(self.drawn).told.values())

    def _build_path(self, answer: Any) -> dict[str, Any]:
        text, after = self.drawn.fill(answer.text), self.drawn.fill(answer.after)
        summary = self.words["path"].format(text=text, after=after)
        return {"summary": summary, "consequences": [{"text": after, "effect": "none"}]}

    def _build_beats(self, dilemma: DilemmaPart) -> dict[str, Any]:
        return {
            "shared": [self._build_fork(dilemma)],
            "paths": {self.answers[key]: self._build_arm(key) for key in dilemma.answers},
        }

    def _build_arm(self, key: str) -> dict[str, Any]:
        scene, closing = self._find_answer_scene(key), self._find_last_scene(key)
        answer = next(
            each.answers[key] for each in list_dilemmas(self.drawn) if key in each.answers
        )
        after = self._place_beat(self._build_beat(scene, self.drawn.fill(answer.after)), key)
        if closing.scene.ending:
            name = self.drawn.fill(closing.scene.ending)
            last = self._build_beat(scene, self.words["ending"].format(ending=name))
        else:
            last = self._build_meeting(self.drawn.scenes[scene.scene.to])
        return {"commit": self._build_beat(scene), "tail": [after, last]}

    def _place_beat(self, beat: dict[str, Any], key: str) -> dict[str, Any]:
        """Return ``beat`` at a place of the idea, if it names any; SEED requires each in a beat."""
        places = [each for each in self._list_told() if each.startswith("location::")]
        number = list(self.answers).index(key)
        return {**beat, "location": places[number % len(places)]} if places else beat

    def _build_meeting(self, following: DrawnScene) -> dict[str, Any]:
        """Return a beat at the outside place, with the people that no dilemma is about.

        SEED requires that each place and each of these people is in some beat of the plan.
        """
        scenes = self.drawn.scenes.values()
        scene = next((each for each in scenes if each.scene.at == "outside"), following)
        ids = EntityIds.from_story(self.drawn)
        others = list(ids.people.values())[MOST_ANCHORS - 1 :]
        beat = self._build_beat(scene)
        entities = dict.fromkeys((*beat["entities"], *others))
        return {**beat, "location": ids.places["outside"], "entities": list(entities)}

    def _build_effect(self, key: str) -> dict[str, Any]:
        first, *others = (
            f"beat::{slug_of(self.answers[each])}-commit-1"
            for each in self.drawn.premise.hard.answers
        )
        answer = self.drawn.fill(self.drawn.premise.soft.answers[key].text)
        seen = self.words["seen"].format(text=answer)
        return {"beat": first, "how": "light", "seen": seen, "also": others}

    def _build_beat(self, scene: DrawnScene, summary: str = "") -> dict[str, Any]:
        ids = EntityIds.from_story(self.drawn)
        return {
            "summary": summary or scene.summary,
            "location": ids.places[scene.scene.at],
            "entities": [ids.lead, ids.thing, *(ids.people[each] for each in scene.scene.who)],
        }

    def _find_answer_scene(self, key: str) -> DrawnScene:
        return next(each for each in self.drawn.scenes.values() if each.scene.answer == key)

    def _find_last_scene(self, key: str) -> DrawnScene:
        """Return the first last page after the answer ``key``; without any, the answer's scene."""
        scene = self._find_answer_scene(key)
        pages = (each for each in self.drawn.scenes.values() if each.scene.after == scene.name)
        return next(pages, scene)

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
            "beats": {
                **{name: self._build_beat(scene) for name, scene in added.items()},
                **self._build_told_beats(),
            },
            "marks": {name: each.model_dump(mode="json") for name, each in marks.items()},
            "start": passages[0].id,
            "passages": [each.model_dump(mode="json") for each in passages],
        }

    def _build_told_beats(self) -> dict[str, dict[str, Any]]:
        """Return a beat at each place of the idea; the first added scene tells these beats."""
        beat = self._build_beat(self.drawn.scenes[next(self._list_added())])
        places = [each for each in self._list_told() if each.startswith("location::")]
        return {f"beat::told-{n}": {**beat, "location": each} for n, each in enumerate(places)}

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
        for part, dilemma in zip(list_dilemmas(self.drawn), self._order_dilemmas(), strict=True):
            fork = self._find_fork(part).name
            found[fork] = (*found.get(fork, ()), f"beat::{slug_of(dilemma.id)}-shared-1")
        for name, scene in self.drawn.scenes.items():
            if scene.scene.answer:
                path = slug_of(self.answers[scene.scene.answer])
                commit = () if scene.scene.after else (f"beat::{path}-commit-1",)
                last = (f"beat::{path}-epilogue-1",) if scene.scene.ending else ()
                found[name] = (*commit, *last)
        return found

    def _place_scenes(self) -> SceneBeats:
        beats: dict[str, tuple[str, ...]] = {
            name: (f"beat::{name}",) for name in self._list_added()
        }
        first = next(iter(beats))
        beats[first] = (*beats[first], *self._build_told_beats())
        endings: dict[str, str] = {}
        for name, scene in self.drawn.scenes.items():
            if scene.scene.ending:
                plain = f"ending::{slug_of(self.answers[scene.scene.answer])}"
                endings[name] = f"{plain}--{name}" if plain in endings.values() else plain
        return SceneBeats(beats={**beats, **self._list_planned()}, endings=endings)


def _add_people(beat: dict[str, Any], people: Iterable[str]) -> dict[str, Any]:
    entities = dict.fromkeys((*beat["entities"], *people))
    return {**beat, "entities": [*entities][:_MOST_IN_BEAT]}
