"""Checks of a complete artifact of GROW, such as a file that an author has edited.

An author may change the structure freely. It must use only existing ids, its texts must keep the
rules, and it must be sound.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from questfoundry.app.stages.grow.apply import apply_grow
from questfoundry.app.stages.grow.label_spoilers import LabelSpoilers
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.domain.artifacts.grow import (
    ChoiceLabel,
    GrowArtifact,
    GrowFrame,
    GrowLabels,
    GrowTitles,
    PassageTitle,
    WovenChoice,
)
from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.ids import is_id, kind_of
from questfoundry.domain.story.entity import CHOICE_FLAG, EntityKind
from questfoundry.domain.story.stat import LEVEL, read_level
from questfoundry.domain.story.story import Story

START = "start"


def faults_of_edit(story: Story, grow: GrowArtifact, rules: GrowRules) -> Sequence[Fault]:
    """Return the faults of ``grow`` with their field paths; ``story`` is the story before GROW."""
    strangers = list(find_unknown_ids(story, grow, rules))
    if strangers:
        return strangers
    woven = apply_grow(story, grow)
    broken = find_broken_laws(woven)
    places = places_of(grow)
    laws = [
        Fault(
            rule=finding.rule,
            kind=FaultKind.INVALID,
            field=places.get(finding.place, START),
            problem=finding.problem,
            requirement=finding.fix,
        )
        for finding in broken
    ]
    if any(finding.rule == Law.IDS for finding in broken):
        return laws
    words = list(find_wording_faults(woven, grow, rules))
    worded = {fault.field for fault in words}
    # A label that breaks a rule of wording is not reported for a law as well.
    return [*words, *(law for law in laws if f"{law.field}.label" not in worded)]


def find_broken_laws(story: Story) -> tuple[Finding, ...]:
    """Return a finding for each law of a sound story that the structure of ``story`` breaks."""
    findings = check(story.existing_structure, story=story, advice=False)
    return tuple(each for each in findings if each.severity is Severity.ERROR)


def find_wording_faults(woven: Story, grow: GrowArtifact, rules: GrowRules) -> Iterator[Fault]:
    """Yield the faults of titles, labels and names, by the same rules as for a model's answer.

    ``woven`` is the story with ``grow`` applied. The field paths are those of the artifact.
    """
    titles = GrowTitles(titles={each.id: PassageTitle(title=each.title) for each in grow.passages})
    labels = labels_of(grow)
    frame = GrowFrame(title=grow.title, hook=grow.hook, onward=grow.onward, endings=grow.endings)
    places = places_of(grow)
    at = {f"titles.{each.id}.title": f"{places[each.id]}.title" for each in grow.passages}
    at |= {f"labels.{each}.label": f"{places[each]}.label" for each in labels}
    for fault in (
        *rules.check_frame(frame),
        *rules.check_titles(titles, {}),
        *(rules.check_labels(GrowLabels(labels=labels), LabelSpoilers(woven)) if labels else ()),
    ):
        yield evolve(fault, field=at.get(fault.field, fault.field))


def labels_of(grow: GrowArtifact) -> dict[str, ChoiceLabel]:
    """Return the labels by choice id, without the choices that use the common label."""
    return {
        choice.id: ChoiceLabel(label=choice.label)
        for passage in grow.passages
        for choice in passage.choices
        if choice.label
    }


def find_unknown_ids(story: Story, grow: GrowArtifact, rules: GrowRules) -> Iterator[Fault]:
    """Yield faults for unknown ids, for new beats with an id of SEED, and for useless entries.

    A choice flag that no choice grants is useless, and so are a move of 0 and a text for players
    who cannot take a choice if the choice is open to all players. No choice grants a level of a
    stat, because levels follow from moves.
    """
    known = {
        "beat": {*(beat.id for beat in story.beats), *grow.beats},
        "path": {path.id for path in story.paths},
        "ending": {*grow.endings},
        "location": {each.id for each in story.list_kept_entities(EntityKind.LOCATION)},
        "entity": {each.id for each in story.list_kept_entities()},
        "clue": {each.id for each in story.clues},
        "passage": {each.id for each in grow.passages},
        "flag": {*story.flags, *grow.marks},
        "stat": {each.id for each in story.stats},
    }
    scene_uses = [(f"scenes.{beat}", "beat", beat) for beat in grow.scenes]
    for at, kind, name in (*scene_uses, *_list_uses_in_beats(grow), *_list_uses_in_passages(grow)):
        if name and name not in known[kind]:
            yield rules.make_unknown_fault(at, kind, name, known[kind])
    for beat in story.beats:
        if beat.id in grow.beats:
            yield rules.make_repeated_beat_fault(f"beats.{beat.id}", beat.id)
    choices = [choice for passage in grow.passages for choice in passage.choices]
    granted = {flag for choice in choices for flag in choice.grants}
    places = places_of(grow)
    for flag_id in grow.marks:
        if not is_id(flag_id, CHOICE_FLAG):
            yield rules.make_fault("mark_id", f"marks.{flag_id}", provided=flag_id)
        elif flag_id not in granted:
            yield rules.make_fault("not_left", f"marks.{flag_id}", provided=flag_id)
    for choice in choices:
        yield from _find_choice_faults(choice, places[choice.id], rules)


def _find_choice_faults(choice: WovenChoice, at: str, rules: GrowRules) -> Iterator[Fault]:
    if choice.closed and not (choice.requires or choice.forbids):
        yield rules.make_fault("never_closed", f"{at}.closed", provided=choice.closed)
    for stat, step in choice.moves.items():
        if not step:
            yield rules.make_fault("no_move", f"{at}.moves.{stat}", provided=0)
    for number, flag in enumerate(choice.grants):
        if read_level(flag):
            yield rules.make_fault("granted_level", f"{at}.grants.{number}", provided=flag)


def places_of(grow: GrowArtifact) -> Mapping[str, str]:
    """Return the field paths of passages and choices by id, such as ``passages.3.choices.0``.

    A repeated id gets the path of its second occurrence.
    """
    found: dict[str, list[str]] = {}
    for identifier, field in _list_fields(grow):
        found.setdefault(identifier, []).append(field)
    return {identifier: fields[:2][-1] for identifier, fields in found.items()}


def _list_fields(grow: GrowArtifact) -> Iterator[tuple[str, str]]:
    for number, passage in enumerate(grow.passages):
        field = f"passages.{number}"
        yield passage.id, field
        yield from (
            (choice.id, f"{field}.choices.{at}") for at, choice in enumerate(passage.choices)
        )


IdUse = tuple[str, str, str | None]
"""A use of an id: the field path, the kind that the id must have, and the id."""


def _list_uses_in_beats(grow: GrowArtifact) -> Iterator[IdUse]:
    for name, beat in grow.beats.items():
        yield f"beats.{name}.location", "location", beat.location
        yield f"beats.{name}.clue", "clue", beat.clue
        for number, entity in enumerate(beat.entities):
            yield f"beats.{name}.entities.{number}", "entity", entity


def _list_uses_in_passages(grow: GrowArtifact) -> Iterator[IdUse]:
    for number, passage in enumerate(grow.passages):
        at = f"passages.{number}"
        yield f"{at}.ending", "ending", passage.ending
        yield f"{at}.hub", "passage", passage.hub
        for place, flag in enumerate(passage.recalls):
            yield f"{at}.recalls.{place}", "flag", flag
        for place, beat in enumerate(passage.beats):
            yield f"{at}.beats.{place}", "beat", beat
        for place, trace in enumerate(passage.remembers):
            yield f"{at}.remembers.{place}.path", "path", trace.path
        for place, choice in enumerate(passage.choices):
            yield f"{at}.choices.{place}.takes", "path", choice.takes
            yield from ((f"{at}.choices.{place}.moves", "stat", stat) for stat in choice.moves)
            for number, flag in enumerate(choice.requires):
                if kind_of(flag) == LEVEL:
                    yield f"{at}.choices.{place}.requires.{number}", "flag", flag
            for name in ("forbids", "grants"):
                for number, flag in enumerate(getattr(choice, name)):
                    yield f"{at}.choices.{place}.{name}.{number}", "flag", flag
