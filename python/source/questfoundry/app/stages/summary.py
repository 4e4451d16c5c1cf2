"""Summaries of finished stages in three to ten lines, from the story after the stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from questfoundry.domain.artifacts.version import Summary, SummaryLine
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.dilemma import Dilemma, Weight
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.prose import count_words

if TYPE_CHECKING:
    from questfoundry.domain.artifacts.fill import FillArtifact
    from questfoundry.domain.story.story import Story

MOST_LINES = 5
"""The maximum number of lines of one kind; a further line says how many are left out."""

_KINDS = {
    EntityKind.CHARACTER: "Characters",
    EntityKind.LOCATION: "Places",
    EntityKind.OBJECT: "Objects",
    EntityKind.FACTION: "Factions",
}
_WEIGHTS = {Weight.HARD: "Splits", Weight.SOFT: "Rejoins"}


def summarize_vision(story: Story) -> Summary:
    """Return the summary of DREAM: genre, tone, themes, audience, scope and idea."""
    vision = story.existing_vision
    return tuple(
        _build_lines(
            {
                "Genre": f"{vision.genre}, {vision.subgenre}",
                "Tone": vision.tone,
                "Themes": "; ".join(vision.themes),
                "For": vision.audience,
                "Scope": f"{vision.scope} ({vision.size.value})",
                "Vision": vision.creative_vision,
            }
        )
    )


def summarize_material(story: Story) -> Summary:
    """Return the summary of BRAINSTORM: entity names by kind, and dilemmas with both answers."""
    names = {
        label: "; ".join(each.name for each in story.entities if each.kind is kind)
        for kind, label in _KINDS.items()
    }
    dilemmas = [_build_dilemma_line("Dilemma", each) for each in story.dilemmas]
    return (*_build_lines(names), *_shorten(dilemmas, "dilemma"))


def summarize_plan(story: Story) -> Summary:
    """Return the summary of SEED: omissions, branches, questions, beginning and endings."""
    cut = [each.name for each in story.entities if each.is_kept is False]
    firsts = {(each.role, each.ending): each.summary for each in reversed(story.beats)}
    ends = [text for (role, _), text in reversed(firsts.items()) if role is BeatRole.EPILOGUE]
    places = len({each.location for each in story.beats})
    stats = "; ".join(f"{each.name}: {each.high} / {each.low}" for each in story.stats)
    questions = "; ".join(f"{each.question} {each.text}" for each in story.clues if each.answers)
    return (
        *_build_lines({"Left out": "; ".join(cut)}),
        *_shorten(
            [_build_course_line(each) for each in story.dilemmas],
            "dilemma",
            limit=MOST_LINES - bool(questions) - bool(stats),
        ),
        *_build_lines(
            {
                "Asks": questions,
                "Stats": stats,
                "Moments": f"{len(story.beats)}, at {places} place{'s' * (places != 1)}",
                "Begins": firsts.get((BeatRole.SETUP, None), ""),
                "Ends": " / ".join(ends),
            }
        ),
    )


def summarize_structure(story: Story) -> Summary:
    """Return the summary of GROW: cover, scenes, passages, decisions and endings."""
    structure = story.existing_structure
    passages = [each.title or each.id for each in structure.passages]
    forks = [
        SummaryLine(each.title or each.id, " / ".join(labels))
        for each in structure.passages
        if any(choice.takes for choice in structure.selectable_choices(each.id))
        and not each.hub
        and len(
            labels := dict.fromkeys(
                choice.label for choice in structure.selectable_choices(each.id)
            )
        )
        > 1
    ]
    return (
        *_build_lines(
            {
                "Title": story.title,
                "Hook": story.hook,
                "Scenes": "; ".join(_list_scenes(story)),
                "Passages": f"{len(passages)}: {'; '.join(passages)}",
                "Endings": "; ".join(each.name for each in story.endings),
                "To do": _describe_minor_choices(story),
            }
        ),
        *_shorten(
            [SummaryLine("Decision", f"{each.label}: {each.text}") for each in forks],
            "decision",
            limit=MOST_LINES - 1,
        ),
    )


def _describe_minor_choices(story: Story) -> str:
    structure = story.existing_structure
    hubs = {each.hub for each in structure.passages if each.hub}
    flags = {flag.id for flag in story.choice_flags}
    topics = {each.id for each in structure.passages if each.hub}
    acts = {
        choice.source
        for choice in structure.choices
        if choice.grants & flags and not choice.takes and choice.target not in topics
    }
    if not flags:
        return ""
    looking = "; ".join(structure.passage(each).title or each for each in sorted(hubs))
    around = f", looking around in: {looking}" if hubs else ""
    return f"{len(flags)} small things, in {len(acts)} passages{around}"


def _list_scenes(story: Story) -> Iterator[str]:
    timed = (each for each in story.beats if each.when)
    for (place, when), _ in groupby(timed, key=lambda each: (each.location, each.when)):
        yield f"{story.entity_name(place)}, {when}"


def summarize_prose(story: Story, fill: FillArtifact) -> Summary:
    """Return the summary of FILL: voice, number of words, first paragraph, findings."""
    voice, structure = fill.voice, story.existing_structure
    words = sum(count_words(each.prose) for each in fill.passages.values())
    titles = {each.id: each.title or each.id for each in structure.passages}
    read = [each.plain_text for each in story.paragraphs(structure.start) if not each.flag]
    found = [
        SummaryLine("Finding", f"{titles.get(name, name)}: {problem}")
        for name, each in sorted(fill.passages.items(), key=lambda item: not item[1].is_doubtful)
        for problem in each.problems
    ]
    return (
        *_build_lines(
            {
                "Voice": f"{voice.person.value} person, {voice.tense.value} tense; {voice.diction}",
                "Prose": f"{words:,} words in {len(fill.passages):,} passages",
                "Begins": next(iter(read), ""),
            }
        ),
        *_shorten(found, "finding", limit=3),
    )


def _build_dilemma_line(label: str, dilemma: Dilemma) -> SummaryLine:
    answers = " / ".join(answer.text for answer in dilemma.answers)
    return SummaryLine(label, f"{dilemma.question} {answers}")


def _build_course_line(dilemma: Dilemma) -> SummaryLine:
    course = dilemma.course
    if course is None or len(course.explored_answers) < 2:
        answers = [
            each.text for each in dilemma.answers if course and each.id in course.explored_answers
        ]
        return SummaryLine("Settled", " ".join((dilemma.question, *answers)))
    return _build_dilemma_line(_WEIGHTS[course.weight], dilemma)


def _build_lines(texts: Mapping[str, str]) -> Iterator[SummaryLine]:
    return (SummaryLine(label, text) for label, text in texts.items() if text.strip())


def _shorten(
    lines: Sequence[SummaryLine], noun: str, *, limit: int = MOST_LINES
) -> Iterable[SummaryLine]:
    more = len(lines) - limit
    rest = [SummaryLine("", f"and {more} more {noun}{'s' * (more != 1)}")] if more > 0 else []
    return (*lines[:limit], *rest)
