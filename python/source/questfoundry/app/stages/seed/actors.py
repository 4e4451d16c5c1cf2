"""The actors of beats: characters who act first there, for what they want, whatever players do."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.cast import walk_beats
from questfoundry.app.stages.seed.partial_plan import FRAME, PartialPlan
from questfoundry.app.stages.seed.rules import NO_MOVE, SeedRules
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.beat import BeatDraft, BeatRole
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.wants import (
    Act,
    depends_on_player,
    find_idle_people,
    find_path_to,
    list_acts,
    list_people_with_wants,
)

_COMMON = ("shared", "setup")
"""The lists of beats in which characters are asked to act: all players meet these beats."""


def add_actors(
    section: Section[Any], plan: PartialPlan, rules: SeedRules, *, reads: bool
) -> Section[Any]:
    """Return the ``section`` with beats that may name their actor, and with the rules for actors.

    ``plan`` is the plan before the section. A missing actor is reported only once. ``reads`` says
    whether the model comprehends texts; no other model is asked for actors.
    """
    has_wants = reads and any(each.want for each in plan.entities)
    story = apply_seed(plan) if has_wants else plan.story
    people = tuple(each.id for each in list_people_with_wants(story)) if has_wants else ()
    acts = list_acts(story)
    act = _find_act(section.name, acts)
    due = _find_due_people(section.name, act, plan, story)

    def check(part: Artifact) -> Sequence[Fault]:
        return (*section.check(part), *_check_actors(section, part, plan, rules, people))

    return evolve(
        section,
        manifest=evolve(section.manifest, options=_list_options(section, plan, story, people)),
        check=check,
        soft_rules=section.soft_rules | {f"{rules.stage}.{NO_MOVE}"},
        variables={
            **section.variables,
            "people": people,
            "due": tuple(each.id for each in due),
            "acts": tuple(each.dilemmas for each in acts if not story.chapters or each is act),
        },
    )


def _list_options(
    section: Section[Any], plan: PartialPlan, story: Story, people: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return the possible actors in each list of beats that may have one, by the path of the field.

    The pins of the section leave out characters who may have left the story.
    """
    parent = plan.parent_paths.get(section.name.partition(".")[2], "")
    places = {"setup": ("setup", ""), "shared": ("shared", parent)}
    for path in section.manifest.sections.get("paths", ()):
        for at in ("commit", "tail"):
            places[f"paths.{path}.{at}"] = ("paths.commit", path)
    found: dict[str, tuple[str, ...]] = {}
    for at, (pinned, path) in places.items():
        present = section.manifest.pins.get(f"{pinned}.entities", ())
        able = [each for each in people if each in present]
        if able := [each for each in able if not depends_on_player(story, path, each)]:
            found[f"{at}.actor"] = tuple(able)
    return found


def _check_actors(
    section: Section[Any],
    part: Artifact,
    plan: PartialPlan,
    rules: SeedRules,
    people: Sequence[str],
) -> Iterator[Fault]:
    drafts = [*walk_beats(section.name, part)]
    acting = [each for each in drafts if each[2].actor]
    if not people:
        for field, _, draft in acting:
            yield from rules.check_actor(field, draft, people, depends=False)
        return
    planned = plan.add_part(section.name, part)
    story = apply_seed(planned)
    for field, name, draft in acting:
        beat = story.beat(name)
        depends = beat.role is BeatRole.EPILOGUE or depends_on_player(
            story, find_path_to(story, beat), draft.actor or ""
        )
        yield from rules.check_actor(field, draft, people, depends=depends)
    act = _find_act(section.name, list_acts(story))
    due = _find_due_people(section.name, act, planned, story)
    for person, (field, summary) in zip(due, _list_places(part, section), strict=False):
        yield rules.make_move_fault(field, summary, person)


def _find_act(section: str, acts: Sequence[Act]) -> Act | None:
    """Return the act of the beats in ``section``, or ``None`` if only some players meet them."""
    holder, _, key = section.partition(".")
    if holder == FRAME:
        return acts[0] if acts else None
    return next((each for each in acts if key and key in (each.chapter, *each.dilemmas)), None)


def _find_due_people(
    section: str, act: Act | None, plan: PartialPlan, story: Story
) -> Sequence[Entity]:
    """Return the characters who must act first in ``section``: later sections lack the room.

    Each of the later sections of ``act`` has room for one character.
    """
    if act is None:
        return ()
    planned = {*plan.seed.beats, section.partition(".")[2]}
    idle = find_idle_people(story, act)
    return idle[: max(0, len(idle) - len({*act.dilemmas} - planned))]


def _list_places(part: Artifact, section: Section[Any]) -> Iterator[tuple[str, str]]:
    """Yield the field and the summary of each beat that can get an actor, then of missing beats."""
    for name in _COMMON:
        drafts: Sequence[BeatDraft] = getattr(part, name, ())
        for number, draft in enumerate(drafts):
            if not draft.actor:
                yield f"{name}.{number}", draft.summary
        room = section.manifest.counts.get(name)
        for number in range(len(drafts), room.most if room else 0):
            yield f"{name}.{number}", ""
