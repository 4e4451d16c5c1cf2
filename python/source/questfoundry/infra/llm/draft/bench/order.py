"""Check the order of scenes: conditions ask about earlier scenes only."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from questfoundry.infra.llm.draft.bench.finding import MaterialFinding
from questfoundry.infra.llm.draft.conditions import WHEN, list_terms, split_paragraphs
from questfoundry.infra.llm.draft.premise import Premise, Scene


class OrderCheck:
    """A check of the order of scenes in one premise; ``GraphCheck`` must have found no fault."""

    def __init__(self, premise: Premise, file: str) -> None:
        self._premise = premise
        self._file = file
        self._start = next(iter(premise.scenes))

    def find(self) -> Iterator[MaterialFinding]:
        """Yield a finding for each unreachable scene and unmet condition."""
        reached = self._reach(self._start)
        for name in self._premise.scenes.keys() - reached:
            yield self._build("no scene leads here", "Link it, or remove it.", name)
        if all(each.at == "place" for each in self._premise.scenes.values()):
            yield self._build("no scene is outside", "Write `at: outside` in one scene.")
        for name, scene in self._premise.scenes.items():
            yield from self._find_unmet_conditions(name, scene)

    def _build(self, problem: str, fix: str, scene: str = "", variant: int = 0) -> MaterialFinding:
        return MaterialFinding(
            file=self._file, scene=scene, variant=variant, problem=problem, fix=fix
        )

    @cached_property
    def _following(self) -> Mapping[str, frozenset[str]]:
        """The names of the scenes that can come directly after each scene."""
        scenes = self._premise.scenes
        hubs = {topic: name for name, each in scenes.items() for topic in each.topics}
        found = {}
        for name, scene in scenes.items():
            options = (o.to for v in scene.variants for o in v.options if o.to)
            after = scenes[hubs[name]].to if name in hubs else scene.to
            found[name] = frozenset({*options, *scene.topics, after} - {""})
        return found

    def _reach(self, start: str, without: str = "") -> frozenset[str]:
        """Return ``start`` and the scenes that can follow on routes that avoid ``without``."""
        found, waiting = {start}, [start]
        while waiting:
            for each in self._following[waiting.pop()] - found - {without}:
                found.add(each)
                waiting.append(each)
        return frozenset(found)

    def _find_unmet_conditions(self, name: str, scene: Scene) -> Iterator[MaterialFinding]:
        owners = self._list_owners()
        for number, variant in enumerate(scene.variants, start=1):
            for paragraph in split_paragraphs(variant.text):
                for owner in {owners[t.name] for t in list_terms(paragraph) if t.name in owners}:
                    yield from self._check_owner(name, owner, number, paragraph)

    def _list_owners(self) -> Mapping[str, str]:
        """Return a mapping from each mark to the name of the scene whose options set it."""
        return {
            mark: name for name, each in self._premise.scenes.items() for mark in each.list_marks()
        }

    def _check_owner(
        self, name: str, owner: str, number: int, paragraph: str
    ) -> Iterator[MaterialFinding]:
        if name not in self._reach(owner) - {owner}:
            yield self._build(
                f"the text asks for a mark of {owner}, which comes later",
                "Ask later.",
                name,
                number,
            )
        elif WHEN.sub("", paragraph).strip() and self._can_miss(name, owner):
            yield self._build(
                f"players can come here without {owner}, whose marks a paragraph asks for",
                "Put the condition into a paragraph of its own.",
                name,
                number,
            )

    def _can_miss(self, name: str, owner: str) -> bool:
        return owner != self._start and name in self._reach(self._start, without=owner)
