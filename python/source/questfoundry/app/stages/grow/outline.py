"""The woven structure in a few lines, for the author and the model to talk about."""

from __future__ import annotations

from attrs import frozen

from questfoundry.app.stages.grow.views import ChoiceView, PassageView, Views

MOST_PASSAGES = 60
"""The most passages that are shown; of a longer story, those with a choice or an ending."""


@frozen(kw_only=True)
class OutlinedPassage:
    """A passage, and the choices that it offers; ``ending`` is empty where the story goes on."""

    passage: PassageView
    choices: tuple[ChoiceView, ...]
    ending: str


@frozen(kw_only=True)
class Outline:
    """What is shown, in the order of the story; ``passages`` and ``choices`` count all."""

    shown: tuple[OutlinedPassage, ...]
    passages: int
    choices: int


def outline_of(views: Views) -> Outline:
    """The outline of a woven story, bounded however long that is."""
    structure = views.woven.structure
    offered = {
        passage.id: tuple(
            views.choice(choice) for choice in structure.leaving(passage.id) if choice.takes
        )
        for passage in structure.passages
    }
    telling = [
        passage
        for passage in structure.passages
        if len(structure.passages) <= MOST_PASSAGES or offered[passage.id] or passage.ending
    ]
    return Outline(
        shown=tuple(
            OutlinedPassage(
                passage=views.passage(passage),
                choices=offered[passage.id],
                ending=passage.ending,
            )
            for passage in telling[:MOST_PASSAGES]
        ),
        passages=len(structure.passages),
        choices=len(structure.choices),
    )
