"""Replace the texts of an edition that players read, and nothing else."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.report import Edition


@frozen
class TextPlace:
    """The place of a text in an edition; choices that players see as one option share a place.

    ``name``: the id of the thing that has the text, and the name of the text, as ``passage::well
      title``.
    ``passage``: the id of the passage; empty for a text of the whole story.
    """

    name: str
    kind: TextKind
    passage: str = ""


def map_texts(edition: Edition, convert: Callable[[TextPlace, str], str]) -> Edition:
    """Return ``edition`` with the result of ``convert`` in place of each text that is not empty.

    ``convert`` receives the texts in the order of the story, the texts of the whole story first.
    The meanings of flags, which only writers of code read, stay.
    """

    def change(owner: str, field: str, kind: TextKind, text: str, passage: str = "") -> str:
        place = TextPlace(f"{owner} {field}", kind, passage)
        return convert(place, text) if text.strip() else text

    def change_fields(value: object, owner: str, kind: TextKind, *fields: str) -> dict[str, Any]:
        return {each: change(owner, each, kind, getattr(value, each)) for each in fields}

    title = change("story", "title", TextKind.STORY_TITLE, edition.title)
    hook = change("story", "hook", TextKind.HOOK, edition.hook)
    publication = evolve(
        edition.publication,
        **change_fields(edition.publication, "story", TextKind.DESCRIPTION, "description"),
    )
    notes = change_fields(edition.vision, "story", TextKind.NOTES, "content_notes")
    endings = [
        evolve(one, **change_fields(one, one.id, TextKind.ENDING, "name"))
        for one in edition.endings
    ]
    stats = [
        evolve(one, **change_fields(one, one.id, TextKind.STAT, "name", "question", "high", "low"))
        for one in edition.stats
    ]
    first = {one.question: one.id for one in reversed(edition.clues)}
    clues = [
        evolve(
            one,
            **change_fields(one, first[one.question], TextKind.QUESTION, "question"),
            **change_fields(one, one.id, TextKind.CLUE, "text"),
        )
        for one in edition.clues
    ]
    chapters, passages, prose, choices = {}, [], {}, dict[str, Choice]()
    owners = find_option_owners(edition.structure)
    for one in edition.structure.passages:
        if one.id in edition.chapters:
            text = edition.chapters[one.id]
            chapters[one.id] = change(one.id, "chapter", TextKind.CHAPTER, text, one.id)
        named = change(one.id, "title", TextKind.TITLE, one.title, one.id)
        passages.append(evolve(one, title=named))
        text = edition.prose.get(one.id, "")
        prose[one.id] = change(one.id, "prose", TextKind.PROSE, text, one.id)
        for choice in edition.structure.outgoing_choices(one.id):
            owner = owners[choice.id]
            choices[choice.id] = evolve(
                choice,
                label=change(owner, "label", TextKind.LABEL, choice.label, one.id),
                closed=change(owner, "closed", TextKind.CLOSED, choice.closed, one.id),
            )
    return evolve(
        edition,
        title=title,
        hook=hook,
        publication=publication,
        vision=edition.vision.model_copy(update=notes),
        endings=tuple(endings),
        stats=tuple(stats),
        clues=tuple(clues),
        chapters=chapters,
        prose=prose,
        structure=evolve(
            edition.structure,
            passages=tuple(passages),
            choices=tuple(choices.get(each.id, each) for each in edition.structure.choices),
        ),
    )


def find_option_owners(structure: Structure) -> Mapping[str, str]:
    """Map the id of each choice to the id of the first choice that shows the same option.

    Choices that are the only option of their passage, such as ``Continue``, count as one option in
    the whole story if they have the same label.
    """
    owners: dict[str, str] = {}
    singles: dict[tuple[str, str], str] = {}
    for one in structure.passages:
        leaving = structure.outgoing_choices(one.id)
        is_single = len({(each.label, each.closed) for each in leaving}) == 1
        found = singles if is_single else dict[tuple[str, str], str]()
        for each in leaving:
            owners[each.id] = found.setdefault((each.label, each.closed), each.id)
    return owners
