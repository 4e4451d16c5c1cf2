"""Weave the scenes of a drawn story into passages, choices and flags, and write their prose."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from attrs import define, field, frozen

from questfoundry.domain.artifacts.grow import FlagText, WovenChoice, WovenPassage
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.story.dilemma import Residue, Trace
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.stat import Level, make_stat_id
from questfoundry.infra.llm.draft.conditions import Term, parse_condition
from questfoundry.infra.llm.draft.draw import DrawnScene, DrawnStory
from questfoundry.infra.llm.draft.paragraphs import (
    Group,
    TextPiece,
    collect_groups,
    expand_text,
    name_opposite,
)
from questfoundry.infra.llm.draft.premise import HIGH, LOW, SceneOption


@frozen(kw_only=True)
class AnswerPath:
    """The path of an answer to a dilemma: its ``id``, and the ``flags`` of players who take it."""

    id: str
    flags: tuple[str, ...]


@frozen(kw_only=True)
class SceneBeats:
    """The beats and the ending of each scene, by the name of the scene."""

    beats: Mapping[str, tuple[str, ...]]
    endings: Mapping[str, str]


def passage_id(scene: str) -> str:
    """Return the id of the passage that tells ``scene``."""
    return f"passage::{scene}"


@define(eq=False, slots=False)
class SceneWeaver:
    """A weaver of the passages of one story; ``answers`` maps the key of an answer to its path."""

    story: DrawnStory
    answers: Mapping[str, AnswerPath]
    groups: Mapping[str, Group] = field(init=False)
    _read: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.groups = collect_groups(self.story)
        self._read = self.story.read_names()

    def weave(self, places: SceneBeats) -> tuple[WovenPassage, ...]:
        """Return the passages in the order of scenes; raise ``SlotError`` for a bad condition."""
        return tuple(self._weave_scene(scene, places) for scene in self.story.scenes.values())

    def write(self, name: str) -> str:
        """Return the prose of the scene ``name``, with its conditional text."""
        pieces = chain(self._list_replies(name), self._list_pieces(self.story.scenes[name]))
        return "\n\n".join(self._format(each) for each in pieces)

    def list_marks(self, passages: Sequence[WovenPassage]) -> dict[str, FlagText]:
        """Return the meaning of each flag that the choices of ``passages`` set."""
        granted = chain(*(choice.grants for each in passages for choice in each.choices))
        texts = self._describe_marks()
        marks = {each: slug_of(each) for each in granted if each.startswith(f"{CHOICE_FLAG}::")}
        return {flag: FlagText(text=texts[name]) for flag, name in sorted(marks.items())}

    def _describe_marks(self) -> Mapping[str, str]:
        clues = self.story.premise.clues
        known = {name: self.story.fill(text) for name, text in clues.items()}
        labels = {each.name: each.label for each in self.story.scenes.values() if each.label}
        options = chain(*(each.options for each in self.story.scenes.values()))
        return {
            **{each.mark: f"{each.label}." for each in options if each.mark},
            **known,
            **{name_opposite(name): f"Not known: {text}" for name, text in known.items()},
            **{_name_first(name): f"First: {label}." for name, label in labels.items()},
        }

    @property
    def stat(self) -> str:
        """The id of the stat of the premise; empty if it has none."""
        stat = self.story.premise.stat
        return make_stat_id(self.story.fill(stat.name)) if stat else ""

    def flag_of(self, name: str) -> str:
        """Return the id of the flag of a mark, a clue, an answer or a side of the stat."""
        if name in self.answers:
            return self.answers[name].flags[0]
        if name in (HIGH, LOW) and self.stat:
            return Level(self.stat, 1 if name == HIGH else -1).id
        return make_id(CHOICE_FLAG, name)

    def _list_pieces(self, scene: DrawnScene) -> Iterator[TextPiece]:
        yield from expand_text(scene.text, self.groups)
        hub = self._find_hub(scene.name)
        if hub:
            for piece in expand_text(hub.again, self.groups):
                yield TextPiece(piece.text, _name_first(scene.name))

    def _list_replies(self, name: str) -> Iterator[TextPiece]:
        """Yield the replies to the options that lead to the scene ``name``."""
        for scene in self.story.scenes.values():
            for option in scene.options:
                if option.reply and name == (option.to or scene.scene.to):
                    for piece in expand_text(option.reply, self.groups):
                        yield TextPiece(piece.text, option.mark)

    def _format(self, piece: TextPiece) -> str:
        return f"[{slug_of(self.flag_of(piece.name))}]\n{piece.text}" if piece.name else piece.text

    def _weave_scene(self, scene: DrawnScene, places: SceneBeats) -> WovenPassage:
        pieces = (*self._list_replies(scene.name), *self._list_pieces(scene))
        names = dict.fromkeys(each.name for each in pieces if each.name)
        hub = self._find_hub(scene.name)
        return WovenPassage(
            id=passage_id(scene.name),
            title=scene.title,
            beats=places.beats[scene.name],
            ending=places.endings.get(scene.name),
            hub=passage_id(hub.name) if hub else None,
            remembers=tuple(self._list_traces(names)),
            recalls=tuple(self.flag_of(each) for each in names if each not in self.answers),
            choices=tuple(self._list_choices(scene)),
        )

    def _list_traces(self, names: Mapping[str, None]) -> Iterator[Trace]:
        for name in names:
            if name in self.answers:
                yield Trace(path=self.answers[name].id, residue=Residue.LIGHT)

    def _find_hub(self, name: str) -> DrawnScene | None:
        scenes = self.story.scenes.values()
        return next((each for each in scenes if name in each.scene.topics), None)

    def _list_choices(self, scene: DrawnScene) -> Iterator[WovenChoice]:
        hub = self._find_hub(scene.name)
        if scene.scene.ending:
            return
        if scene.scene.topics:
            yield from (self._enter_topic(scene, each) for each in scene.scene.topics)
        elif hub:
            yield from self._leave_topic(scene, hub)
        elif scene.scene.last:
            yield from self._close(scene)
        elif scene.options:
            yield from (self._take_option(scene, each) for each in scene.options)
        else:
            yield self._link(scene.name, scene.scene.to, "on")

    def _close(self, scene: DrawnScene) -> Iterator[WovenChoice]:
        """Yield the links to the last pages: one for players above 0, one for all others."""
        for page in (each for each in self.story.scenes.values() if each.scene.after == scene.name):
            above = (HIGH,) if page.scene.side == HIGH else ()
            others = () if above else (HIGH,)
            yield self._link(scene.name, page.name, page.scene.side, requires=above, forbids=others)

    def _enter_topic(self, hub: DrawnScene, topic: str) -> WovenChoice:
        grants = (_name_first(topic), *self._learn(topic))
        return self._link(
            hub.name, topic, topic, label=self.story.scenes[topic].label, grants=grants
        )

    def _leave_topic(self, topic: DrawnScene, hub: DrawnScene) -> Iterator[WovenChoice]:
        """Yield the choices after ``topic``: the unread topic, or the exit if both are read."""
        others = [each for each in hub.scene.topics if each != topic.name]
        first = _name_first(topic.name)
        for other in others:
            label = self.story.scenes[other].label
            grants = self._learn(other)
            yield self._link(
                topic.name, other, other, label=label, requires=(first,), grants=grants
            )
        for other in others:
            missed = [each for each in others if each != other]
            yield self._link(
                topic.name,
                hub.scene.to,
                f"after-{other}",
                label=hub.leave,
                requires=(_name_first(other),),
                grants=tuple(chain(*(self._miss(each) for each in missed))),
            )

    def _learn(self, topic: str) -> tuple[str, ...]:
        clue = self.story.scenes[topic].scene.clue
        return (clue,) if clue in self._read else ()

    def _miss(self, topic: str) -> tuple[str, ...]:
        clue = self.story.scenes[topic].scene.clue
        return (name_opposite(clue),) if name_opposite(clue) in self._shown else ()

    @cached_property
    def _shown(self) -> frozenset[str]:
        """The names of marks, clues and answers that some paragraph depends on."""
        scenes = self.story.scenes.values()
        return frozenset(piece.name for each in scenes for piece in self._list_pieces(each))

    def _take_option(self, scene: DrawnScene, option: SceneOption) -> WovenChoice:
        needs = parse_condition(option.need) if option.need else ()
        marks = [each for each in needs if not each.value]
        is_used = option.mark in self._read or option.reply or option.leans
        target = option.to or scene.scene.to
        return self._link(
            scene.name,
            target,
            option.mark or target,
            label=option.label,
            closed=option.closed,
            requires=_select(marks, negated=False),
            forbids=_select(marks, negated=True),
            grants=(option.mark,) if option.mark and is_used else (),
            leans=option.leans,
        )

    def _link(
        self,
        source: str,
        target: str,
        suffix: str,
        *,
        label: str = "",
        closed: str = "",
        requires: Sequence[str] = (),
        forbids: Sequence[str] = (),
        grants: Sequence[str] = (),
        leans: str = "",
    ) -> WovenChoice:
        scene = self.story.scenes[target].scene
        path = None if scene.after else self.answers.get(scene.answer)
        return WovenChoice(
            id=f"choice::{source}--{suffix}",
            to=passage_id(target),
            label=label or None,
            closed=closed or None,
            takes=path.id if path else None,
            requires=tuple(map(self.flag_of, requires)),
            forbids=tuple(map(self.flag_of, forbids)),
            grants=(*map(self.flag_of, grants), *(path.flags if path else ())),
            moves={self.stat: 1 if leans == HIGH else -1} if leans else {},
        )


def _name_first(topic: str) -> str:
    return f"first-{topic}"


def _select(terms: Sequence[Term], *, negated: bool) -> tuple[str, ...]:
    return tuple(each.name for each in terms if each.negated is negated)
