"""The order of GROW's sections: times, minor choices, texts, callbacks."""

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import define, evolve, field

from questfoundry.app.stages.grow.apply import ExistingChapters, compute_share, passages_of
from questfoundry.app.stages.grow.callback_sections import (
    RECALLS,
    batch_callbacks,
    build_callbacks_section,
    build_free_callbacks_section,
    build_repairs_section,
)
from questfoundry.app.stages.grow.choice_sections import (
    HUBS,
    LARGE_BATCH,
    build_gated_choices_section,
    build_hubs_section,
    build_minor_choices_section,
)
from questfoundry.app.stages.grow.edit import find_broken_laws
from questfoundry.app.stages.grow.gate_sections import GATES, build_gates_section
from questfoundry.app.stages.grow.leans import list_scene_stats
from questfoundry.app.stages.grow.minor_choices import MinorChoiceWeaver
from questfoundry.app.stages.grow.option_passages import branch_options
from questfoundry.app.stages.grow.order import build_scenes_section
from questfoundry.app.stages.grow.played_scenes import PLAYED, build_played_scenes_section
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.sections import (
    Texts,
    build_frame_section,
    build_labels_section,
    build_names_section,
    build_names_section_with_minor_choices,
    build_titles_section,
)
from questfoundry.app.stages.grow.views import Views, weave_story
from questfoundry.app.stages.section import Result, Section, request_section
from questfoundry.domain.artifacts.grow import (
    EndingName,
    FlagText,
    GrowArtifact,
    GrowCover,
    GrowEndings,
    GrowFrame,
    GrowGates,
    GrowMinorChoices,
    GrowRecalls,
    SceneTime,
)
from questfoundry.domain.fault import Fault
from questfoundry.domain.story.beat import is_pause, pause_id
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import find_closings, side_id
from questfoundry.domain.weaving.plan import list_planned_chapters
from questfoundry.domain.weaving.readings import drop_unread_moves

Requests = Generator[Section[Any], Any, None]
"""A generator that yields sections and stores the results that are sent to it."""


@define(kw_only=True)
class StructureWeaver:
    """A builder of one structure, which requests its sections in order.

    ``acts`` says whether minor choices are wanted, ``repairs`` whether choices without consequence
    get callbacks, ``scenes`` whether scenes may be played in turns, and ``is_batching`` whether the
    model can answer many sections at once.
    """

    existing: ExistingChapters
    rules: GrowRules
    acts: bool
    repairs: bool
    scenes: bool
    is_batching: bool
    _scenes: dict[str, SceneTime] = field(factory=dict[str, SceneTime], init=False)
    _texts: Texts = field(factory=Texts, init=False)
    _minor_choices: list[GrowMinorChoices] = field(factory=list[GrowMinorChoices], init=False)
    _woven: Story = field(init=False)
    _has_all_moves: bool = field(default=False, init=False)

    def weave(self) -> Generator[Section[Any], Any, GrowArtifact]:
        """Yield all sections in order, and return the artifact."""
        yield from self._request_scenes()
        self._woven = weave_story(
            self.existing.extend_plan(),
            tuple(self._scenes.items()),
            self._decisions,
            self.existing.structure,
        )
        if self.acts:
            if self.scenes and (
                played := build_played_scenes_section(self._build_views(), self.rules)
            ):
                self._minor_choices.append((yield from self._request(played)))
            if hubs := build_hubs_section(self._build_views(), self.rules):
                self._minor_choices.append((yield from self._request(hubs)))
            yield from self._request_minor_choices(self._build_views())
        self._has_all_moves = True
        yield from self._request_texts(self._build_views())
        if self.acts:
            yield from self._request_options_with_conditions(self._build_views())
        views = self._build_views()
        if self.acts and not any(isinstance(each, GrowRecalls) for each in self._minor_choices):
            yield from self._request_callbacks(views)
        if self.repairs and (section := build_repairs_section(self._build_views())):
            self._minor_choices.append((yield from self._request(section)))
        known = self._add_minor_choices().ending_names
        frame = build_frame_section(views, self.rules, known)
        return self._build_artifact((yield from self._request(frame)) if frame else None)

    def _request(self, section: Section[Result]) -> Generator[Section[Any], Any, Result]:
        return (yield from request_section(section.adapt(self._adapt)))

    def _adapt(self, section: Section[Any]) -> Section[Any]:
        """Leave beats with times out of the brief for ``section``, except for hubs and scenes."""
        return evolve(
            section,
            settled_ids=() if section.name in {HUBS, PLAYED} else tuple(self._scenes),
            has_field_descriptions=section.has_field_descriptions or self.is_batching,
        )

    def _request_scenes(self) -> Requests:
        story, grow = self.existing.story, self.existing.grow
        self._scenes |= grow.scenes if grow else {}
        for number in range(self.existing.count, len(list_planned_chapters(story))):
            section = build_scenes_section(story, number, self._scenes, self.rules)
            part = yield from self._request(section)
            self._scenes |= part.scenes

    def _request_minor_choices(self, views: Views) -> Requests:
        done, number = set[str](), 1
        while section := build_minor_choices_section(views, done, number, self.rules):
            join = partial(self._join_minor_choices, views, frozenset(done), number)
            part = yield from self._request(evolve(section, joined=join))
            self._minor_choices.append(part)
            done |= part.acts.keys()
            number += 1

    def _join_minor_choices(
        self, views: Views, done: frozenset[str], number: int
    ) -> Section[Any] | None:
        acts = build_minor_choices_section(views, done, number, self.rules, most=LARGE_BATCH)
        if acts is None:
            return None
        texts = self._begin_texts()
        return build_names_section_with_minor_choices(views, texts, self.rules, acts) or acts

    def _request_texts(self, views: Views) -> Requests:
        self._texts = self._begin_texts()
        while titles := build_titles_section(views, self._texts, self.rules):
            join = partial(build_names_section, views, self._texts, self.rules)
            part = yield from self._request(evolve(titles, joined=join))
            self._texts = self._texts.add_titles(part)
            if self.is_batching:
                yield from self._request_labels(views, tuple(part.titles))
        while build_labels_section(views, self._texts, self.rules):
            yield from self._request_labels(views)

    def _request_labels(self, views: Views, of: Sequence[str] = ()) -> Requests:
        if section := build_labels_section(views, self._texts, self.rules, of):
            self._texts = self._texts.add_labels((yield from self._request(section)))

    def _begin_texts(self) -> Texts:
        grow = self.existing.grow
        return Texts(titles={each.id: each.title for each in (grow.passages if grow else ())})

    def _request_options_with_conditions(self, views: Views) -> Requests:
        if not views.story.stats:
            yield from self._request_gated_choices(views)
            return
        labels = self._texts.label_twins(views.structure)
        scenes = list_scene_stats(self._minor_choices)
        if gates := build_gates_section(views, labels, self.rules, scenes):
            check = partial(self._check_gates, gates.check)
            self._minor_choices.append((yield from self._request(evolve(gates, check=check))))

    def _check_gates(
        self, check: Callable[[GrowGates], Sequence[Fault]], part: GrowGates
    ) -> Sequence[Fault]:
        """Return the faults of ``part``, or else a fault for each law that the story breaks."""
        if faults := check(part):
            return faults
        woven = self._add_minor_choices(part).current_story
        return [
            self.rules.make_fault("unsound", GATES, problem=each.problem, fix=each.fix)
            for each in find_broken_laws(woven)
        ]

    def _request_gated_choices(self, views: Views) -> Requests:
        labels = self._texts.label_twins(views.structure)
        dares = build_gated_choices_section(views, labels, self.rules)
        if dares is None:
            return
        joined = batch_callbacks(views, self.rules, dares)
        part = yield from self._request(evolve(dares, joined=lambda: joined))
        self._minor_choices.append(part)
        if joined and self.is_batching:
            # The driver knows this result: the joined answer has it.
            recalls = yield from self._request(evolve(joined, name=RECALLS))
            self._minor_choices.append(recalls)

    def _request_callbacks(self, views: Views) -> Requests:
        done, recalled, number = set[str](), set[str](), 1
        while section := build_callbacks_section(views, done, number):
            given = views, frozenset(done), number, self.rules
            join = partial(
                build_free_callbacks_section, *given, most=LARGE_BATCH, recalled=frozenset(recalled)
            )
            if views.story.stats:
                section = join() or section
            part = yield from self._request(evolve(section, joined=join))
            self._minor_choices.append(part)
            done |= part.recalls.keys()
            recalled.update(*(each.marks for each in part.recalls.values()))
            number += 1

    @property
    def _decisions(self) -> int:
        story = self.existing.story
        return compute_share(story.counts.interactions.decisions if self.acts else 0, story)

    def _add_minor_choices(self, *more: GrowMinorChoices) -> MinorChoiceWeaver:
        weaver = MinorChoiceWeaver(
            self._woven,
            self._woven.existing_structure,
            self._decisions,
            self.existing.passage_ids,
            find_closings(self.existing.story) if self.acts else {},
            self._has_all_moves,
        )
        weaver.weave([*self._minor_choices, *more])
        return weaver

    def _build_views(self) -> Views:
        return Views(self._add_minor_choices().current_story, self.existing)

    def _build_artifact(self, frame: GrowCover | GrowEndings | None) -> GrowArtifact:
        before, woven = self.existing.grow, self._add_minor_choices()
        cover = before or frame
        if not isinstance(cover, GrowArtifact | GrowCover):
            raise TypeError("The story has no title.")
        titles = {**self._texts.titles, **woven.titles}
        branched = branch_options(woven.current_story, woven.branches, titles.values())
        structure = self._select_moves(branched.structure)
        flags = {flag.id: FlagText(text=flag.text) for flag in woven.flags}
        labels = self._texts.label_twins(structure)
        return GrowArtifact(
            title=cover.title,
            hook=cover.hook,
            onward=cover.onward,
            scenes=self._scenes,
            endings=self._name_endings(structure, frame, woven.ending_names),
            beats={**(before.beats if before else {}), **woven.beats, **branched.beats},
            marks=(before.marks if before else {}) | flags,
            start=structure.start,
            passages=passages_of(structure, {**titles, **branched.titles}, labels),
        )

    def _select_moves(self, structure: Structure) -> Structure:
        """Drop the moves that nothing reads, unless later chapters can still read them."""
        is_whole = not any(is_pause(each.ending) for each in structure.passages)
        return drop_unread_moves(structure) if is_whole else structure

    def _name_endings(
        self, structure: Structure, frame: GrowCover | GrowEndings | None, known: Mapping[str, str]
    ) -> dict[str, EndingName]:
        before = self.existing.grow
        names = dict(before.endings if before else {})
        chapters = self.existing.story.chapters
        names |= {pause_id(each.id): EndingName(name=each.title) for each in chapters}
        if isinstance(frame, GrowFrame | GrowEndings):
            names |= frame.endings
        names |= {ending: EndingName(name=name) for ending, name in known.items()}
        used = dict.fromkeys(each.ending for each in structure.passages if each.ending)
        # An ending that no stat divides has the name of the variant that was planned.
        names |= {each: names[high] for each in used if (high := side_id(each, "high")) in names}
        return {name: names[name] for name in names if name in used}
