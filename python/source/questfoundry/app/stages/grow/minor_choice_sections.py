"""The sections of GROW with minor choices, at passages where the plan has a single exit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from attrs import frozen

from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import PassageView, Views
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import GrowActs
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.size import Range

ACTS = "acts"

BATCH_SIZE = 12
"""The number of passages whose minor choices are requested together."""

LARGE_BATCH = 24
"""The batch size for models that can answer many sections at once, also for callbacks."""

TWO_OPTION_INTERVAL = 4
"""One passage in this many may have the fewest options; the others have one more."""


@frozen(kw_only=True)
class MinorChoicePlace:
    """A passage with a single exit that gets minor choices, as templates show it.

    ``onward`` are the passages after it and its copies, ``after`` their first beats. ``apart``
    lists the answers that distinguish the players of its copies.
    """

    passage: PassageView
    options: Range
    onward: Sequence[str]
    after: Sequence[str]
    apart: Sequence[Sequence[str]]


def build_minor_choices_section(
    views: Views,
    done: Collection[str],
    number: int,
    rules: GrowRules,
    guide: str,
    *,
    most: int = BATCH_SIZE,
) -> Section[GrowActs] | None:
    """Build section ``number``, from 1, with options for the next ``most`` passages.

    ``done`` are the passages with options. Return ``None`` if all passages have options. ``views``
    shows the structure without minor choices.
    """
    meetings = list(islice(_list_places(views, done), most))
    if not meetings:
        return None
    ids = tuple(each.passage.id for each in meetings)
    return Section(
        name=f"{ACTS}.{number}",
        model=GrowActs,
        template="templates/grow/acts",
        guide=guide,
        manifest=Manifest(
            sections={"acts": ids},
            counts={f"acts.{each.passage.id}.options": each.options for each in meetings},
        ),
        check=lambda part: rules.check_minor_choices(part),
        variables={"ids": ids, "meetings": meetings},
        about=SectionSubject(mentions=tuple(each.passage.mention(-1) for each in meetings)),
    )


def _list_places(views: Views, done: Collection[str]) -> Iterator[MinorChoicePlace]:
    """Yield the places that have no options yet, in the order of the story."""
    allowed = views.story.counts.interactions.options
    left_out = views.existing.passage_ids.union(done)
    moments = (each for each in views.single_exit_passages if each[0].id not in left_out)
    for place, copies in enumerate(moments):
        yield MinorChoicePlace(
            passage=views.view_passage(copies[0]),
            apart=views.distinguish_copies(copies),
            options=Range(allowed.least + bool((place + 1) % TWO_OPTION_INTERVAL), allowed.most),
            onward=views.list_next_passages(copies),
            after=tuple(
                dict.fromkeys(
                    beat.text for each in copies for beat in views.first_beats_after(each)
                )
            ),
        )
