"""The sections of GROW for the texts of the woven structure: titles, labels, the frame."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, cast

from questfoundry.app.stages.former_sections import SectionResults
from questfoundry.app.stages.grow.existing_chapters import (
    add_existing_chapters,
    compute_share,
    existing_artifact,
    existing_passage_ids,
    existing_structure,
)
from questfoundry.app.stages.grow.forks import Fork, forks_of
from questfoundry.app.stages.grow.minor_choices import MinorChoiceWeaver
from questfoundry.app.stages.grow.order import scenes_in
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import Views, weave_story
from questfoundry.app.stages.mentions import mention_entities, mention_texts
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import (
    GrowArtifact,
    GrowCover,
    GrowEndings,
    GrowFrame,
    GrowLabels,
    GrowMinorChoices,
    GrowScenes,
    GrowTitles,
)
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.identity_key import IdentityKey

TITLES = "titles"
LABELS = "labels"
FRAME = "frame"
GUIDE = "fields/grow"

BATCH_SIZE = 12
"""The approximate number of titles, or labels, that are requested together."""


def build_titles_section(
    views: Views, results: SectionResults, rules: GrowRules, most: int = BATCH_SIZE
) -> Section[Any] | None:
    """Build the section with titles for the next ``most`` passages without title.

    Return ``None`` if all passages have titles.
    """
    taken = titles_in(results)
    waiting = (each for each in views.structure.passages if each.id not in taken)
    passages = tuple(islice(waiting, most))
    if not passages:
        return None
    ids, shown = tuple(each.id for each in passages), [*map(views.view_passage, passages)]
    return Section(
        name=_build_next_name(TITLES, results),
        model=GrowTitles,
        template="templates/grow/titles",
        guide=GUIDE,
        manifest=Manifest(sections={"titles": ids}),
        check=lambda part: rules.check_titles(cast(GrowTitles, part), taken),
        variables={
            "ids": ids,
            "passages": shown,
            "taken": tuple(taken.values()),
        },
        about=SectionSubject(
            mentions=tuple(each.mention() for each in shown), used={"title": tuple(taken.values())}
        ),
    )


def build_labels_section(
    views: Views, results: SectionResults, rules: GrowRules, of: Collection[str] = ()
) -> Section[Any] | None:
    """Build the section with labels for the choices of the next forks.

    Return ``None`` if all forks have labels. ``of`` limits the forks to these passages. All choices
    of a fork share a section, because their labels must differ.
    """
    labelled = _list_stored_labels(results)
    forks = (
        [
            each
            for each in views.forks
            if each.passage.id in of and each.choices[0].id not in labelled
        ]
        if of
        else _pick_next_forks(views.forks, labelled)
    )
    ids = tuple(choice.id for each in forks for choice in each.choices)
    if not ids:
        return None
    titles = titles_in(results)
    return Section(
        name=_build_next_name(LABELS, results),
        model=GrowLabels,
        template="templates/grow/labels",
        guide=GUIDE,
        manifest=Manifest(sections={"labels": ids}),
        check=lambda part: rules.check_labels(cast(GrowLabels, part), views.label_spoilers),
        variables={
            "ids": ids,
            "sources": [
                {
                    "title": titles.get(each.passage.id, ""),
                    "passage": views.view_passage(each.passage),
                    "choices": [views.view_choice(choice) for choice in each.choices],
                }
                for each in forks
            ],
        },
        about=SectionSubject(
            mentions=mention_texts(
                {
                    choice.id: views.view_choice(choice).answer
                    for each in forks
                    for choice in each.choices
                }
            )
        ),
    )


def build_frame_section(
    views: Views, results: SectionResults, rules: GrowRules
) -> Section[Any] | None:
    """Build the section with the story's title, hook and common label, and the names of endings.

    A story that is extended has its title already; a pause needs no name. Return ``None`` if
    nothing is left to name.
    """
    endings, named = views.list_endings(), existing_artifact(results) is not None
    if named and not endings:
        return None
    opening = views.view_passage(views.structure.passage(views.structure.start))
    return Section(
        name=FRAME,
        model=GrowEndings if named else GrowFrame if endings else GrowCover,
        template="templates/grow/frame",
        guide=GUIDE,
        manifest=Manifest(sections={"endings": tuple(endings)} if endings else {}),
        check=rules.check_frame,
        variables={
            "ids": tuple(endings),
            "endings": endings,
            "opening": opening,
            "named": named,
        },
        about=SectionSubject(
            focus=(opening.beats[0].text,),
            mentions=(
                *mention_entities(views.story.list_kept_entities()),
                *mention_texts(
                    {
                        ending: answers[-1] if answers else views.story.existing_vision.scope
                        for ending, answers in endings.items()
                    }
                ),
            ),
        ),
    )


def weave_minor_choices(story: Story, results: SectionResults, *, acts: bool) -> MinorChoiceWeaver:
    """Return the weaver with all results so far; ``acts`` says whether minor choices are wanted."""
    parts = (
        (name, IdentityKey(part))
        for name, part in results.items()
        if isinstance(part, GrowArtifact | GrowMinorChoices | GrowScenes)
    )
    return _weave_cached(story, tuple(parts), acts)


def build_views(story: Story, results: SectionResults, *, acts: bool) -> Views:
    """Return the views of the story with all results so far."""
    return _build_cached_views(weave_minor_choices(story, results, acts=acts))


@lru_cache(maxsize=2)
def _build_cached_views(woven: MinorChoiceWeaver) -> Views:
    return Views(woven.current_story)


@lru_cache(maxsize=2)
def _weave_cached(
    story: Story, parts: tuple[tuple[str, IdentityKey[Artifact]], ...], acts: bool
) -> MinorChoiceWeaver:
    """Return the weaver for equal arguments only once; callers must not change it."""
    results = {name: part.value for name, part in parts}
    decisions = compute_share(story.counts.interactions.decisions if acts else 0, story, 0)
    scenes = tuple(scenes_in(results).items())
    woven = weave_story(
        add_existing_chapters(story, results), scenes, decisions, existing_structure(results)
    )
    weaver = MinorChoiceWeaver(
        woven, woven.existing_structure, decisions, existing_passage_ids(results)
    )
    weaver.weave([part for part in results.values() if isinstance(part, GrowMinorChoices)])
    return weaver


def titles_in(results: SectionResults) -> Mapping[str, str]:
    """Return the finished titles by passage id."""
    existing = existing_artifact(results)
    return {each.id: each.title for each in (existing.passages if existing else ())} | {
        name: each.title
        for part in results.values()
        if isinstance(part, GrowTitles)
        for name, each in part.titles.items()
    }


def labels_in(results: SectionResults, structure: Structure) -> Mapping[str, str]:
    """Return the labels by choice id, also for the twins of labelled choices."""
    labels = _list_stored_labels(results)
    return {
        twin: labels[choice]
        for fork in forks_of(structure)
        for choice, twins in fork.twins.items()
        for twin in twins
    }


def _list_stored_labels(results: SectionResults) -> Mapping[str, str]:
    return {
        name: each.label
        for part in results.values()
        if isinstance(part, GrowLabels)
        for name, each in part.labels.items()
    }


def _pick_next_forks(forks: Iterable[Fork], labelled: Mapping[str, str]) -> Sequence[Fork]:
    """Return the next forks without labels, until they have ``BATCH_SIZE`` choices."""
    found: list[Fork] = []
    count = 0
    for fork in forks:
        if count < BATCH_SIZE and fork.choices[0].id not in labelled:
            found.append(fork)
            count += len(fork.choices)
    return found


def _build_next_name(name: str, results: SectionResults) -> str:
    """Return the name of the next section of a series: ``titles.1``, ``titles.2`` and so on."""
    return f"{name}.{1 + sum(each.startswith(f'{name}.') for each in results)}"
