"""Check how the scenes of a premise are linked and ordered: names, forks, marks, conditions."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from benchmarks.scene_checks.finding import MaterialFinding
from questfoundry.infra.llm.draft.conditions import WHEN, list_terms, split_paragraphs
from questfoundry.infra.llm.draft.premise import Premise, Scene, SceneOption


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
            pages = (page for page, each in scenes.items() if each.after == name)
            found[name] = frozenset({*options, *scene.topics, *pages, after} - {""})
        return found

    def _reach(self, start: str, without: str = "") -> frozenset[str]:
        """Return ``start`` and the scenes that can follow on routes that avoid ``without``."""
        found, waiting = {start}, [start]
        while waiting:
            for each in self._following[waiting.pop()] - found - {without}:
                found.add(each)
                waiting.append(each)
        return frozenset(found)

    def precedes(self, name: str, later: str) -> bool:
        """Return whether players can pass the scene ``name`` before the scene ``later``."""
        return later in self._reach(name) - {name}

    def is_always_before(self, name: str, later: str) -> bool:
        """Return whether all players pass the scene ``name`` before the scene ``later``."""
        return self.precedes(name, later) and not self._can_miss(later, name)

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


_LEAST_TOPICS = 3

_LEAST_ENDINGS = 3

_MOST_LABEL_WORDS = 14


class GraphCheck:
    """A check of the links between the scenes of one premise; ``file`` is the premise's file."""

    def __init__(self, premise: Premise, file: str) -> None:
        self._premise = premise
        self._file = file
        self._scenes = premise.scenes
        self._topics = {each for scene in premise.scenes.values() for each in scene.topics}

    def find(self) -> Iterator[MaterialFinding]:
        """Yield all faults; faulty names are reported alone, as the other checks rely on names."""
        names = list(self._find_unknown_names())
        yield from names
        if names:
            return
        yield from self._find_faulty_answers()
        for name, scene in self._scenes.items():
            yield from self._find_scene_faults(name, scene)
        yield from self._find_repeated_titles()
        yield from self._find_repeated_marks()
        yield from self._find_unread_marks()

    def _build(self, problem: str, fix: str, scene: str = "", **more: object) -> MaterialFinding:
        values = {"variant": 0, "words": "", **more}
        return MaterialFinding(
            file=self._file,
            scene=scene,
            problem=problem,
            fix=fix,
            variant=int(str(values["variant"])),
            words=str(values["words"]),
        )

    def _find_unknown_names(self) -> Iterator[MaterialFinding]:
        answers = {key for each in self._premise.dilemmas.values() for key in each.answers}
        for name, scene in self._scenes.items():
            given = (
                *(("scene", each, self._scenes) for each in (scene.to, *scene.topics) if each),
                *(("clue", each, self._premise.clues) for each in (scene.clue,) if each),
                *(("answer", each, answers) for each in (scene.answer,) if each),
                *(("role", each, self._premise.roles) for each in scene.who),
                *(("scene", each.to, self._scenes) for _, each in _list_options(scene) if each.to),
            )
            for kind, each, known in given:
                if each not in known:
                    yield self._build(
                        f"there is no {kind} {each!r}", f"Known: {', '.join(known)}.", name
                    )

    def _find_faulty_answers(self) -> Iterator[MaterialFinding]:
        soft, hard = self._premise.soft.answers, self._premise.hard.answers
        found = Counter(each.answer for each in self._scenes.values() if each.answer)
        for key in soft:
            if found[key] != 1:
                yield self._build(
                    f"the answer {key!r} has {found[key]} scenes", "Give it exactly one scene."
                )
        for key in hard:
            if not found[key]:
                yield self._build(f"the answer {key!r} has no ending", "Write a scene for it.")
        endings = [name for name, each in self._scenes.items() if each.ending]
        thirds = [
            each.answer for each in self._scenes.values() if each.answer in hard and not each.after
        ]
        if len(thirds) < _LEAST_ENDINGS:
            yield self._build("there are fewer than three endings", "Write the third answer.")
        for name in endings:
            if self._scenes[name].answer not in hard:
                yield self._build(
                    "an ending needs an answer of the second dilemma", "Add it.", name
                )

    def _find_scene_faults(self, name: str, scene: Scene) -> Iterator[MaterialFinding]:
        options = [option for _, option in _list_options(scene)]
        leads_on = scene.to or scene.ending or scene.last or name in self._topics
        if not leads_on and not all(each.to for each in options or [SceneOption(label="-")]):
            yield self._build("the scene leads nowhere", "Write `to: SCENE`.", name)
        if scene.topics and len(scene.topics) < _LEAST_TOPICS:
            yield self._build("a hub needs three topics or more", "Add topics.", name)
        if any(each.mark for each in options) and not all(each.mark for each in options):
            yield self._build(
                "some options have a mark and others have none", "Mark all options.", name
            )
        for number, variant in enumerate(scene.variants, start=1):
            missing = [
                *(("label",) if name in self._topics and not variant.label else ()),
                *(("again", "leave") if scene.topics and not variant.again else ()),
                *(("leave",) if scene.topics and not variant.leave else ()),
            ]
            for each in missing:
                yield self._build(f"`{each}` is missing", "Write it.", name, variant=number)
            labels = [each.label.lower() for each in variant.options]
            if len(set(labels)) < len(labels):
                yield self._build("two options are alike", "Reword one.", name, variant=number)
            for label in labels:
                if len(label.split()) > _MOST_LABEL_WORDS:
                    yield self._build(
                        "the label has more than 14 words", "Shorten it.", name, words=label[:40]
                    )

    def _find_repeated_titles(self) -> Iterator[MaterialFinding]:
        first: dict[str, str] = {}
        for name, scene in self._scenes.items():
            for number, variant in enumerate(scene.variants, start=1):
                other = first.setdefault(variant.title.lower(), name)
                if other != name:
                    problem = f"the scene {other} has the same title"
                    yield self._build(problem, "Choose another.", name, variant=number)

    def _find_repeated_marks(self) -> Iterator[MaterialFinding]:
        owner: dict[str, str] = {}
        known = {*self._premise.clues}
        known |= {key for each in self._premise.dilemmas.values() for key in each.answers}
        for name, scene in self._scenes.items():
            for mark in dict.fromkeys(scene.list_marks()):
                if mark in known or owner.setdefault(mark, name) != name:
                    where = owner.get(mark, "a clue or an answer")
                    yield self._build(
                        f"the mark {mark!r} belongs to {where}", "Use another name.", name
                    )

    def _find_unread_marks(self) -> Iterator[MaterialFinding]:
        """Yield a fault for each option that a variant of the next scene does not react to."""
        for name, scene in self._scenes.items():
            for number, option in _list_options(scene):
                following = self._scenes.get(option.to or scene.to)
                if not option.mark or option.reply or following is None:
                    continue
                for place, variant in enumerate(following.variants, start=1):
                    if option.mark not in _list_read(variant.text):
                        target = option.to or scene.to
                        yield self._build(
                            f"nothing answers the mark {option.mark!r} in {target}, "
                            f"variant {place}",
                            "Write a reply, or a condition there.",
                            name,
                            variant=number,
                            words=option.label,
                        )
        texts = " ".join(
            text
            for scene in self._scenes.values()
            for variant in scene.variants
            for text in (variant.text, *(f"[[{o.need}: x]]" for o in variant.options))
        )
        for clue in self._premise.clues.keys() - _list_read(texts):
            yield self._build(f"nothing reads the clue {clue!r}", "Let a later scene ask for it.")


def _list_options(scene: Scene) -> Iterator[tuple[int, SceneOption]]:
    for number, variant in enumerate(scene.variants, start=1):
        yield from ((number, each) for each in variant.options)


def _list_read(text: str) -> set[str]:
    return {each.name for each in list_terms(text)}
