"""The rules for the options of GROW: topics, minor choices, their leans, and gated options."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from questfoundry.app.stages.grow.label_spoilers import split_terms
from questfoundry.app.stages.grow.leans import DOWN, UP, find_lean, has_both_ways, list_leans
from questfoundry.app.stages.section import Rules
from questfoundry.domain.artifacts.grow import (
    AttemptOption,
    Gate,
    GrowActs,
    GrowDares,
    GrowGates,
    GrowHubs,
    GrowPlayed,
    HubTopic,
    PlayedScene,
)
from questfoundry.domain.fault import Fault
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.stat import Stat, read_level
from questfoundry.domain.story.story import Story

GateFits = Mapping[str, Mapping[str, Sequence[str]]]
"""For gates, attempts and thirds: by place, the facts or leans that an option there can need."""

MOST_WORDS, MOST_TOLERATED_WORDS = 14, 17
"""The most words that a label should have, and the most that are accepted.

In languages without spaces, the schema limits the length instead."""

FEWEST_FORMS = 2
"""The fewest forms of turns in a played scene that raise its stat, and that lower it."""

_MARKUP = re.compile(r"[<>{}`\x00-\x1f\x7f]|\[\[|\]\]|\*\*|__|^#")


def is_label(text: str) -> bool:
    """Return whether ``text`` can be a label: it has words, is short enough, and has no markup."""
    return (
        bool(split_terms(text))
        and len(text.split()) <= MOST_TOLERATED_WORDS
        and not _MARKUP.search(text)
    )


def _list_forms(at: str, scene: PlayedScene) -> Mapping[str, HubTopic]:
    """Return both forms of each approach of ``scene`` by field path, below the path ``at``."""
    turns = {f"{at}.turns.{number}": turn for number, turn in enumerate(scene.turns)}
    return turns | {f"{name}.again": turn.again for name, turn in turns.items()}


class OptionRules(Rules):
    """The rules for the options that players have besides the answers to dilemmas."""

    stage = "grow"

    def check_hubs(
        self,
        section: GrowHubs,
        woven: Story,
        met: Mapping[str, Collection[str]],
        *,
        needs_first: bool,
    ) -> Sequence[Fault]:
        """Return faults for repeated hubs or labels, invalid texts, and entities not in ``met``.

        ``met`` lists by passage id the entities that a topic there can show. With ``needs_first``,
        a hub must name the topic that players have to read before they leave.
        """
        faults: list[Fault] = []
        first: dict[str, int] = {}
        for number, hub in enumerate(section.hubs):
            at = f"hubs.{number}"
            if first.setdefault(hub.passage, number) != number:
                faults.append(self.make_fault("same_hub", f"{at}.passage", provided=hub.passage))
            labels = {f"{at}.topics.{n}.label": each.label for n, each in enumerate(hub.topics)}
            decides = any(
                choice.takes for choice in woven.existing_structure.outgoing_choices(hub.passage)
            )
            if hub.leave or not decides:
                labels[f"{at}.leave"] = hub.leave
            faults += self._check_options(labels)
            for place, topic in enumerate(hub.topics):
                faults += self._check_topic(f"{at}.topics.{place}", topic, met[hub.passage])
            if not needs_first <= hub.first <= len(hub.topics):
                faults.append(
                    self.make_fault(
                        "no_topic", f"{at}.first", provided=hub.first, topics=len(hub.topics)
                    )
                )
        return faults

    def _check_topic(self, at: str, topic: HubTopic, met: Collection[str]) -> Iterator[Fault]:
        yield from self._check_form(f"{at}.summary", topic.summary)
        yield from self._check_form(f"{at}.leaves", topic.leaves)
        for each in topic.entities:
            if each not in met:
                yield self.make_fault("not_met", f"{at}.entities", provided=each, entity=each)

    def check_played_scenes(
        self, section: GrowPlayed, met: Mapping[str, Collection[str]]
    ) -> Sequence[Fault]:
        """Return faults for repeated scenes or labels, invalid texts, and entities not in ``met``.

        Each form moves the stat of its scene: at least two forms raise it, and two lower it.
        """
        faults: list[Fault] = []
        places = [scene.passage for scene in section.played]
        for number, scene in enumerate(section.played):
            at = f"played.{number}"
            if scene.passage in places[:number]:
                faults.append(self.make_fault("same_hub", f"{at}.passage", provided=scene.passage))
            forms = _list_forms(at, scene)
            labels = {f"{form}.label": each.label for form, each in forms.items()}
            faults += self._check_options({**labels, f"{at}.leave": scene.leave})
            for form, each in forms.items():
                faults += self._check_topic(form, each, met[scene.passage])
            faults += self._check_turns(at, scene)
        return faults

    def _check_turns(self, at: str, scene: PlayedScene) -> Iterator[Fault]:
        found = list[str]()
        for form, each in _list_forms(at, scene).items():
            leans = list_leans(each)
            found.append(find_lean(leans, scene.stat))
            if has_both_ways(leans):
                yield self.make_fault("both_ways", f"{form}.leans", provided=leans)
            elif not found[-1]:
                yield self.make_fault("unmoved", f"{form}.leans", provided=leans, stat=scene.stat)
        for lean in (f"{scene.stat}-{side}" for side in (UP, DOWN)):
            if "" not in found and (count := found.count(lean)) < FEWEST_FORMS:
                yield self.make_fault(
                    "one_sided",
                    f"{at}.turns",
                    provided=found,
                    lean=lean,
                    count=count,
                    least=FEWEST_FORMS,
                )

    def check_minor_choices(self, section: GrowActs) -> Sequence[Fault]:
        """Return faults for equal or empty options, and for flags without a description."""
        faults: list[Fault] = []
        for passage, act in section.acts.items():
            at = f"acts.{passage}.options"
            faults += self._check_options(
                {f"{at}.{n}.label": o.label for n, o in enumerate(act.options)}
            )
            for number, option in enumerate(act.options):
                faults += self._check_form(f"{at}.{number}.leaves", option.leaves)
        return faults

    def check_topic_leans(self, section: GrowHubs) -> Sequence[Fault]:
        """Return faults for topics that both raise and lower the same stat."""
        return [
            self.make_fault("both_ways", f"hubs.{number}.topics.{place}.leans", provided=each)
            for number, hub in enumerate(section.hubs)
            for place, topic in enumerate(hub.topics)
            if has_both_ways(each := list_leans(topic))
        ]

    def check_leans(self, section: GrowActs, stats: Sequence[Stat]) -> Sequence[Fault]:
        """Return faults for options that lean alike, both ways, or too rarely.

        At most three options in ten are neutral. In two of three choices, options move the first of
        ``stats`` differently, since this stat decides how the story closes.
        """
        if not stats:
            return ()
        first = slug_of(stats[0].id)
        leans = {
            passage: [list_leans(each) for each in act.options]
            for passage, act in section.acts.items()
        }
        faults: list[Fault] = []
        neutral, flat = list[str](), list[tuple[str, Sequence[str]]]()
        for passage, of_options in leans.items():
            at = [f"acts.{passage}.options.{n}.leans" for n in range(len(of_options))]
            faults += (
                self.make_fault("both_ways", field, provided=each)
                for field, each in zip(at, of_options, strict=True)
                if has_both_ways(each)
            )
            neutral += (field for field, each in zip(at, of_options, strict=True) if not each)
            if len({frozenset(each) for each in of_options}) < 2:
                faults.append(self.make_fault("same_leans", at[-1], provided=of_options[-1]))
            elif len({find_lean(each, first) for each in of_options}) < 2:
                flat.append((at[0], of_options[0]))
        allowed = max(1, sum(map(len, leans.values())) * 3 // 10)
        faults += (self.make_fault("too_neutral", each, provided=[]) for each in neutral[allowed:])
        surplus = max(0, len(flat) - len(leans) // 3)
        question = stats[0].question
        faults += (
            self.make_fault("rarely_moved", field, provided=each, question=question)
            for field, each in flat[:surplus]
        )
        return faults

    def check_gated_choices(
        self, section: GrowDares, other_labels: Mapping[str, Sequence[str]]
    ) -> Sequence[Fault]:
        """Return faults for gated choices whose texts are invalid or equal one of ``other_labels``.

        ``other_labels`` lists by place the labels that all players see there.
        """
        faults: list[Fault] = []
        for place, dare in section.dares.items():
            at = f"dares.{place}"
            faults += self._check_options({f"{at}.label": dare.label}, other_labels[place])
            if dare.closed:
                faults += self._check_options({f"{at}.closed": dare.closed}, other_labels[place])
            faults += self._check_form(f"{at}.leaves", dare.leaves)
        return faults

    def check_gates(
        self,
        section: GrowGates,
        fits: GateFits,
        other_labels: Mapping[str, Sequence[str]],
        scenes: Collection[str] = (),
    ) -> Sequence[Fault]:
        """Return faults for options at a place that lacks what they need, or with a taken label.

        ``other_labels`` lists by place the labels that all players see there. Each stat with
        levels there has a gate, and no two gates or attempts share a place. An attempt closes each
        of ``scenes``, the passages of played scenes.
        """
        asked = [
            *((f"gates.{n}", "needs", each.at, each.needs) for n, each in enumerate(section.gates)),
            *(
                (f"attempts.{n}", "succeeds", each.at, each.succeeds)
                for n, each in enumerate(section.attempts)
            ),
            *(
                (f"thirds.{n}", "needs", each.at, each.needs)
                for n, each in enumerate(section.thirds)
            ),
        ]
        faults: list[Fault] = []
        for at, field, place, needs in asked:
            fitting = fits[at.partition(".")[0]][place]
            if needs not in fitting:
                faults.append(
                    self.make_fault(
                        "not_there",
                        f"{at}.{field}",
                        provided=needs,
                        place=place,
                        fits=", ".join(fitting),
                    )
                )
        options: dict[str, Sequence[Gate | AttemptOption]] = {
            "gates": section.gates,
            "attempts": section.attempts,
            "thirds": section.thirds,
        }
        shown = {place: [*labels] for place, labels in other_labels.items()}
        for name, each in options.items():
            for number, option in enumerate(each):
                labels = shown.setdefault(option.at, [])
                faults += self._check_options({f"{name}.{number}.label": option.label}, labels)
                labels.append(option.label)
        faults += self._check_gate_places("gates", [each.at for each in section.gates])
        faults += self._check_gate_places("attempts", [each.at for each in section.attempts])
        faults += self._check_closings(section.attempts, scenes)
        faults += self._check_stats_of_gates(section, fits["gates"])
        return faults

    def _check_closings(
        self, attempts: Sequence[AttemptOption], scenes: Collection[str]
    ) -> Iterator[Fault]:
        """Yield a fault for each of ``scenes`` without an attempt, at an attempt elsewhere."""
        closed = {each.at for each in attempts}
        others = [number for number, each in enumerate(attempts) if each.at not in scenes]
        missing = [each for each in scenes if each not in closed]
        for number, scene in zip(others, missing, strict=False):
            at = f"attempts.{number}"
            yield self.make_fault("not_closed", at, provided=attempts[number].at, scene=scene)

    def _check_stats_of_gates(
        self, section: GrowGates, fits: Mapping[str, Sequence[str]]
    ) -> Iterator[Fault]:
        """Yield a fault for each stat with levels in ``fits`` that no gate asks for.

        With fewer places than stats, each gate asks for another stat.
        """
        asked = {level.stat for each in section.gates if (level := read_level(each.needs))}
        flags = chain(*fits.values())
        offered = {level.stat: level.id for each in flags if (level := read_level(each))}
        if section.gates and len(asked) < min(len(offered), len(fits)):
            for stat, example in sorted(offered.items()):
                if stat in asked:
                    continue
                yield self.make_fault(
                    "no_level",
                    "gates.0.needs",
                    provided=section.gates[0].needs,
                    stat=slug_of(stat),
                    level=example,
                )

    def _check_gate_places(self, name: str, places: Sequence[str]) -> Iterator[Fault]:
        for number, place in enumerate(places):
            if place in places[:number]:
                yield self.make_fault("same_place", f"{name}.{number}.at", provided=place)

    def _check_options(
        self, labels: Mapping[str, str], other_labels: Iterable[str] = ()
    ) -> Iterator[Fault]:
        seen = {split_terms(label): label for label in other_labels}
        for at, label in labels.items():
            yield from self._check_form(at, label)
            if len(label.split()) > MOST_TOLERATED_WORDS:
                yield self.make_fault("too_many_words", at, provided=label, most=MOST_WORDS)
            if split_terms(label) in seen:
                other = seen[split_terms(label)]
                yield self.make_fault("same_option", at, provided=label, other=other)
            seen[split_terms(label)] = label

    def _check_form(self, at: str, text: str) -> Iterator[Fault]:
        if not split_terms(text):
            yield self.make_fault("no_words", at, provided=text)
        if _MARKUP.search(text):
            yield self.make_fault("markup", at, provided=text)
