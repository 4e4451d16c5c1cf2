"""Tests that kept plays tell every change of a story, and no other, against a naive reader."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from attrs import evolve

from questfoundry.app.playing.kept_play import KeptPlay, PlayRule, compare_plays, keep_play
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding
from questfoundry.domain.ids import slug_of
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.story import Story
from questfoundry.infra.storage.yaml_files import parse_play, read_plays, write_play
from questfoundry.testing.memory import InMemoryProjectFiles
from tests.docs.test_example_story import RECORDED, load_story
from tests.support.naive_player import Held

PLAYS, EDITS = 20, 30
Told = set[tuple[str, str]]

example = cache(lambda: load_story(RECORDED))


@cache
def routes() -> list[tuple[str, ...]]:
    structure = example().existing_structure
    solver = Solver(structure)
    walks = (solver.walk_at_random(Random(seed), max_choices=500) for seed in range(PLAYS))
    return [tuple(structure.choices[each].id for each in walk.choices) for walk in walks]


def read(story: Story, passage: str, held: Held) -> list[str]:
    """Return what a naive reader reads of a passage."""
    names = {slug_of(flag): flag for flag in story.flags}
    found = []
    for part in filter(None, story.prose[passage].split("\n\n")):
        first, _, rest = part.partition("\n")
        flag = names.get(first[1:-1]) if first[:1] == "[" and first[-1:] == "]" else None
        if flag is None or held.has(flag):
            found.append(rest if flag else part)
    return found


def naive_changes(old: Story, new: Story, route: tuple[str, ...], ids: dict[str, str]) -> Told:
    """Walk both stories side by side, and note each difference until the ways part.

    ``ids`` maps renamed ids of passages and choices to the new ids.
    """
    before, after, told = old.existing_structure, new.existing_structure, set[tuple[str, str]]()
    here, there, held, now = before.start, after.start, Held(), Held()
    for taken in (*route, ""):
        passage, same = before.passage(here), after.passage(there)
        if ids.get(here, here) != there:
            return told | {("route", there)}
        if (passage.title, read(old, here, held)) != (same.title, read(new, there, now)):
            told.add(("text", there))
        if not taken:
            ends = [story.ending_name(e.ending) for story, e in ((old, passage), (new, same))]
            if passage.ending != same.ending:
                told.add(("ending", there))
            elif ends[0] != ends[1]:
                told.add(("text", there))
            return told
        choice = before.choice(taken)
        again = [e for e in after.outgoing_choices(there) if e.id == ids.get(taken, taken)]
        if same.ending or not again or not now.opens(again[0]):
            return told | {("stop", there)}
        if again[0].label != choice.label:
            told.add(("text", again[0].id))
        here, held = choice.target, held.take(choice)
        there, now = again[0].target, now.take(again[0])
    raise AssertionError


def told_of(structure: Structure, findings: tuple[Finding, ...]) -> Told:
    found: Told = set()
    for each in findings:
        match each.rule:
            case PlayRule.CLOSED:
                found.add(("stop", structure.choice(each.place).source))
            case PlayRule.CHOICE:
                found.add(("stop", each.place))
            case PlayRule.ENDING:
                found.add(("stop" if "before the choice" in each.problem else "ending", each.place))
            case PlayRule.ROUTE:
                found.add(("route", structure.choice(each.place).target))
            case _:
                found.add(("text", each.place))
    return found


def with_choices(story: Story, change: Callable[[list[Choice]], object]) -> Story:
    choices = [*story.existing_structure.choices]
    change(choices)
    return evolve(story, structure=evolve(story.existing_structure, choices=tuple(choices)))


def with_passage(story: Story, place: int, **values: object) -> Story:
    passages = [*story.existing_structure.passages]
    passages[place] = evolve(passages[place], **values)
    return evolve(story, structure=evolve(story.existing_structure, passages=tuple(passages)))


def renamed_passage(story: Story, old: str) -> Story:
    def new(name: str) -> str:
        return f"{name}-new" if name == old else name

    structure = story.existing_structure
    return evolve(
        story,
        prose={new(name): text for name, text in story.prose.items()},
        structure=Structure(
            start=new(structure.start),
            passages=tuple(evolve(e, id=new(e.id), hub=new(e.hub)) for e in structure.passages),
            choices=tuple(
                evolve(e, source=new(e.source), target=new(e.target)) for e in structure.choices
            ),
        ),
    )


def without_condition(paragraph: str) -> str:
    return paragraph.partition("\n")[2] if paragraph.startswith("[") else paragraph


def edited(story: Story, kind: int, chance: Random) -> tuple[Story, dict[str, str]]:
    """Return the story after an edit of a kind, and the ids that the edit renamed."""
    structure = story.existing_structure
    at, place = (chance.randrange(len(e)) for e in (structure.choices, structure.passages))
    choice, passage = structure.choices[at], structure.passages[place]
    paragraphs = story.prose[passage.id].split("\n\n")
    number = chance.randrange(len(paragraphs))

    def replaced(**values: object) -> Story:
        return with_choices(story, lambda all_: all_.__setitem__(at, evolve(choice, **values)))

    def reworded(*parts: str) -> Story:
        whole = [*paragraphs[:number], *parts, *paragraphs[number + 1 :]]
        return evolve(story, prose={**story.prose, passage.id: "\n\n".join(whole)})

    flag = chance.choice(sorted({f for e in structure.choices for f in e.grants}))
    stat = chance.choice(sorted({each for e in structure.choices for each in e.moves}))
    added = evolve(choice, id="choice::added", label="Something new", requires={flag})
    edits: tuple[Callable[[], tuple[Story, dict[str, str]]], ...] = (
        lambda: (replaced(label=f"{choice.label}, slowly"), {}),
        lambda: (with_choices(story, lambda all_: all_.pop(at)), {}),
        lambda: (replaced(requires=choice.requires | {flag}), {}),
        lambda: (replaced(forbids=choice.forbids | {flag}), {}),
        lambda: (replaced(grants=()), {}),
        lambda: (replaced(target=passage.id), {}),
        lambda: (replaced(id="choice::renamed"), {choice.id: "choice::renamed"}),
        lambda: (with_choices(story, chance.shuffle), {}),
        lambda: (with_passage(story, place, title=f"{passage.title} Again"), {}),
        lambda: (renamed_passage(story, passage.id), {passage.id: f"{passage.id}-new"}),
        lambda: (reworded(paragraphs[number].replace(" ", " very ", 1)), {}),
        lambda: (reworded(*([] if len(paragraphs) > 1 else ["Gone."])), {}),
        lambda: (reworded(paragraphs[number], "A new paragraph."), {}),
        lambda: (evolve(story, endings=tuple(evolve(e, name="Over") for e in story.endings)), {}),
        lambda: (evolve(story, prose={**story.prose, passage.id: ""}), {}),
        lambda: (reworded(paragraphs[number].replace(" ", "\n", 1)), {}),
        lambda: (with_passage(story, place, ending=story.endings[0].id), {}),
        lambda: (with_choices(story, lambda all_: all_.append(added)), {}),
        lambda: (replaced(moves={stat: chance.choice([-3, 3])}), {}),
        lambda: (replaced(moves={}), {}),
        lambda: (replaced(clears={flag}), {}),
        lambda: (replaced(requires=(), forbids=()), {}),
        lambda: (replaced(closed="Locked."), {}),
        lambda: (reworded(f"[{slug_of(flag)}]\nOnly for some.", paragraphs[number]), {}),
        lambda: (reworded(f"[{slug_of(flag)}]\n{without_condition(paragraphs[number])}"), {}),
        lambda: (reworded(without_condition(paragraphs[number])), {}),
        lambda: (
            evolve(story, prose={**story.prose, passage.id: "\n\n".join(paragraphs[::-1])}),
            {},
        ),
        lambda: (reworded(paragraphs[number], paragraphs[number]), {}),
        lambda: (story, {}),
    )
    return edits[kind % len(edits)]()


@pytest.mark.parametrize("number", range(EDITS))
def test_every_change_is_reported_and_no_other(number: int) -> None:
    """An author trusts a silent check, and soon ignores a noisy one. (PLS-3.1)"""
    story = example()
    new, ids = edited(story, number, Random(number))
    for route in routes():
        files = InMemoryProjectFiles()
        write_play(files, "kept", keep_play(story, route))
        found = compare_plays(new, read_plays(files))
        wanted = naive_changes(story, new, route, ids)
        assert told_of(new.existing_structure, found) == wanted, found


def test_the_edits_change_some_plays_and_spare_others() -> None:
    """The comparison above must have something to compare."""
    story = example()
    changed = [
        bool(naive_changes(story, new, route, ids))
        for new, ids in (edited(story, each, Random(each)) for each in range(EDITS))
        for route in routes()
    ]
    assert 100 < sum(changed) < len(changed) - 100


def test_a_change_is_told_once_with_the_old_and_the_new_words() -> None:
    """The author must find the edit from the finding, whatever number of plays meet it."""
    story = example()
    start = story.existing_structure.start
    prose = {**story.prose, start: story.prose[start].replace("the ", "the silent ", 1)}
    plays = {f"p{at}": keep_play(story, each) for at, each in enumerate(routes())}
    (finding,) = compare_plays(evolve(story, prose=prose), plays)
    assert (finding.rule, finding.place) == ("play.text", start)
    for words in (f'"{story.existing_structure.passage(start).title}"', "the silent "):
        assert words in finding.problem
    assert "Plays: p0, p1, p2 and 17 more." in finding.problem


def test_a_person_writes_a_play_as_a_list_of_labels() -> None:
    """Labels alone are enough, in any case, and the ending by its name."""
    story = example()
    structure = story.existing_structure
    route = routes()[0]
    labels = [structure.choice(each).label.upper() for each in route]
    ending = story.ending_name(structure.passage(structure.choice(route[-1]).target).ending)
    written = KeptPlay(choices=tuple(labels), ending=ending)
    assert compare_plays(story, {"mine": written}) == ()
    (finding,) = compare_plays(story, {"mine": written.model_copy(update={"ending": "Elsewhere"})})
    assert finding.rule == "play.ending"
    assert ending in finding.problem
    assert "Elsewhere" in finding.problem


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("choices: 3", "choices"),
        ("passages:\n  - passage: a\n  - passage: b\n", "Passage 1 needs a choice or a label"),
        ("choices: [a]\npassages:\n  - passage: b\n", "either passages or choices"),
        ("colour: red", "colour"),
        ("choices: [", "line 1"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as raised:
        parse_play(text, "plays/mine.yaml")
    assert "plays/mine.yaml" in str(raised.value)


def test_a_name_cannot_leave_the_folder() -> None:
    """A play is a file of the project, whatever its name."""
    for name in ("../x", "", "A", "a/b", "x" * 61):
        with pytest.raises(InputError, match="is not a name for a play"):
            write_play(InMemoryProjectFiles(), name, KeptPlay())
