"""The sections of GROW for texts of the woven structure: titles, labels, cover, ending names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import Fork, Views, forks_of
from questfoundry.app.stages.section import Section, mention_entities, mention_texts
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import (
    GrowCover,
    GrowEndings,
    GrowFrame,
    GrowLabels,
    GrowTitles,
)
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.passage import Structure

TITLES = "titles"
LABELS = "labels"
FRAME = "frame"

BATCH_SIZE = 12
"""The approximate number of titles, or of labels, that one request asks for."""


@frozen(kw_only=True)
class Texts:
    """The titles by passage id and the labels by choice id that are finished so far.

    ``title_sections`` and ``label_sections`` count the sections that they come from.
    """

    titles: Mapping[str, str] = field(factory=dict)
    labels: Mapping[str, str] = field(factory=dict)
    title_sections: int = 0
    label_sections: int = 0

    def add_titles(self, part: GrowTitles) -> Texts:
        """Return the texts with the titles of one more section."""
        titles = {name: each.title for name, each in part.titles.items()}
        return evolve(
            self, titles={**self.titles, **titles}, title_sections=self.title_sections + 1
        )

    def add_labels(self, part: GrowLabels) -> Texts:
        """Return the texts with the labels of one more section."""
        labels = {name: each.label for name, each in part.labels.items()}
        return evolve(
            self, labels={**self.labels, **labels}, label_sections=self.label_sections + 1
        )

    def label_twins(self, structure: Structure) -> Mapping[str, str]:
        """Return the labels by choice id; a choice's twins (see ``Fork``) get the same label."""
        return {
            twin: self.labels[choice]
            for fork in forks_of(structure)
            for choice, twins in fork.twins.items()
            for twin in twins
        }


def build_titles_section(
    views: Views, texts: Texts, rules: GrowRules, most: int = BATCH_SIZE
) -> Section[GrowTitles] | None:
    """Build the section for titles of the next ``most`` passages that have no title.

    Return ``None`` if all passages have titles.
    """
    taken = texts.titles
    waiting = (each for each in views.structure.passages if each.id not in taken)
    passages = tuple(islice(waiting, most))
    if not passages:
        return None
    ids, shown = tuple(each.id for each in passages), [*map(views.view_passage, passages)]
    return Section(
        name=f"{TITLES}.{1 + texts.title_sections}",
        model=GrowTitles,
        is_creative=True,
        manifest=Manifest(sections={"titles": ids}),
        answer_words=_TITLE_WORDS * len(ids),
        check=lambda part: rules.check_titles(part, taken),
        variables={"ids": ids, "passages": shown, "taken": tuple(taken.values())},
        about=SectionSubject(
            mentions=tuple(each.mention() for each in shown), used={"title": tuple(taken.values())}
        ),
    )


def build_labels_section(
    views: Views, texts: Texts, rules: GrowRules, of: Collection[str] = ()
) -> Section[GrowLabels] | None:
    """Build the section for labels at the next forks, or at the forks among the passages ``of``.

    A fork is a passage with alternative choices. Return ``None`` if no label is missing there.
    """
    labelled = texts.labels
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
    titles = texts.titles
    return Section(
        name=f"{LABELS}.{1 + texts.label_sections}",
        model=GrowLabels,
        is_creative=True,
        manifest=Manifest(sections={"labels": ids}),
        check=lambda part: rules.check_labels(part, views.label_spoilers),
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
    views: Views, rules: GrowRules, known: Collection[str] = ()
) -> Section[Any] | None:
    """Build the section for the cover (title, hook, common label) and for names of endings.

    If an earlier chapter has a cover already, only names of endings are requested. The endings in
    ``known`` have names already. Return ``None`` if no text is missing.
    """
    endings = {name: each for name, each in views.list_endings().items() if name not in known}
    named = views.existing.grow is not None
    if named and not endings:
        return None
    opening = views.view_passage(views.structure.passage(views.structure.start))
    return Section(
        name=FRAME,
        model=GrowEndings if named else GrowFrame if endings else GrowCover,
        is_creative=True,
        manifest=Manifest(sections={"endings": tuple(endings)} if endings else {}),
        check=rules.check_frame,
        variables={"ids": tuple(endings), "endings": endings, "opening": opening, "named": named},
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


def _pick_next_forks(forks: Iterable[Fork], labelled: Mapping[str, str]) -> Sequence[Fork]:
    found: list[Fork] = []
    count = 0
    for fork in forks:
        if count < BATCH_SIZE and fork.choices[0].id not in labelled:
            found.append(fork)
            count += len(fork.choices)
    return found


_TITLE_WORDS = 8
"""The words of a title in an answer, with the passage's id."""

JOINED_BATCH_SIZE = 48
"""The maximum number of passages whose titles and labels one joined request asks for."""


def build_names_section_with_minor_choices(
    views: Views, texts: Texts, rules: GrowRules, acts: Section[Any]
) -> Section[Any] | None:
    """Build the section for all texts together with the minor choices in the section ``acts``.

    Return ``None`` if ``acts`` does not cover all its passages, or the story has too many passages.
    """
    everywhere = len(acts.variables["meetings"]) == len(views.single_exit_passages)
    if not everywhere or len(views.structure.passages) > JOINED_BATCH_SIZE:
        return None
    return build_names_section(views, texts, rules, acts)


def build_names_section(
    views: Views, texts: Texts, rules: GrowRules, acts: Section[Any] | None = None
) -> Section[Any] | None:
    """Build the section for titles and labels of the next passages, joined with ``acts``.

    If no further passages follow, the section also asks for the cover and the names of endings.
    Return ``None`` if all passages have titles.
    """
    titles = build_titles_section(views, texts, rules, most=JOINED_BATCH_SIZE)
    if titles is None:
        return None
    ids = titles.variables["ids"]
    labels = build_labels_section(views, texts, rules, of=ids)
    is_last = len(texts.titles) + len(ids) == len(views.structure.passages)
    frame = build_frame_section(views, rules) if is_last else None
    parts = [each for each in (acts, titles, labels, frame) if each]
    return batch(
        parts,
        title="GrowNames",
        template="templates/grow/names",
        variables={
            **titles.variables,
            "choices": {each["passage"].id: each["choices"] for each in labels.variables["sources"]}
            if labels
            else {},
            "labels": labels.variables["ids"] if labels else (),
            "meetings": {each.passage.id: each for each in acts.variables["meetings"]}
            if acts
            else {},
            "leaning": acts.variables["leaning"] if acts else "",
            "branching": acts.variables["branching"] if acts else "",
            "endings": frame.variables["endings"] if frame else {},
            "cover": frame is not None and not frame.variables["named"],
        },
    )
