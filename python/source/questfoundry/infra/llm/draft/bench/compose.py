"""Compose stories from a premise with all casts and variants, and check every paragraph."""

import random
from collections.abc import Iterator, Sequence
from itertools import cycle

from questfoundry.infra.llm.draft.bench.casts import list_casts
from questfoundry.infra.llm.draft.bench.finding import MaterialFinding
from questfoundry.infra.llm.draft.bench.prose import find_prose_faults
from questfoundry.infra.llm.draft.cast import Cast
from questfoundry.infra.llm.draft.draw import (
    DrawnScene,
    DrawnStory,
    Pick,
    WordingError,
    build_filler,
    draw_story,
)
from questfoundry.infra.llm.draft.library import MaterialLibrary
from questfoundry.infra.llm.draft.material import SlotError, StoryMaterial
from questfoundry.infra.llm.draft.paragraphs import collect_groups, expand_text
from questfoundry.infra.llm.draft.premise import Premise
from questfoundry.infra.llm.draft.setting import BY_HOUR, MOST_DRAWS


def list_materials(premise: Premise, library: MaterialLibrary) -> Sequence[StoryMaterial]:
    """Return materials for ``premise`` that together use every region, room and trade."""
    regions, rooms = tuple(library.load_regions()), tuple(library.load_rooms())
    trades = tuple(library.load_trades().values())
    count = max(len(regions), len(rooms), len(trades))
    return [
        StoryMaterial(
            premise=premise,
            region=regions[number % len(regions)],
            room=rooms[number % len(rooms)],
            trade=trades[number % len(trades)],
        )
        for number in range(count)
    ]


def pick_variant(number: int) -> Pick:
    """Return a function that picks variant ``number``, from 0; the first follows the last."""
    return lambda _, variants: variants[number % len(variants)]


def compose_all(
    premise: Premise, file: str, materials: Sequence[StoryMaterial]
) -> Iterator[MaterialFinding]:
    """Yield the faults of ``premise`` with all casts and variants, using ``materials`` in turn."""
    most = max(len(each.variants) for each in premise.scenes.values())
    settings = cycle(materials)
    for place, cast in enumerate(list_casts(premise)):
        for number in range(most):
            yield from compose_once(next(settings), cast, file, place, number)


def compose_once(
    material: StoryMaterial, cast: Cast, file: str, seed: int, number: int
) -> Iterator[MaterialFinding]:
    """Yield the faults of one story; ``number`` is the index of the variant of each scene."""
    try:
        story = draw_story(material, cast, str(seed), pick_variant(number))
    except WordingError as error:
        yield MaterialFinding(
            file=file,
            scene=error.scene,
            variant=error.number,
            problem=error.problem,
            fix="Correct the slot, or add what it asks for.",
            words=_quote_slot(error),
        )
        return
    yield from _check_heads(story, file)
    for scene in story.scenes.values():
        yield from _check_scene(story, scene, file)
    yield from _check_draws(story, file)


def _quote_slot(error: WordingError) -> str:
    start = error.problem.find("{")
    end = error.problem.find("}", start)
    return error.problem[start : end + 1] if 0 <= start < end else error.text[:40]


def _check_scene(story: DrawnStory, scene: DrawnScene, file: str) -> Iterator[MaterialFinding]:
    groups = collect_groups(story)

    def build(problem: str, fix: str, words: str) -> MaterialFinding:
        return MaterialFinding(
            file=file, scene=scene.name, variant=scene.number, problem=problem, fix=fix, words=words
        )

    for text in scene.texts:
        try:
            pieces = list(expand_text(text, groups))
        except SlotError as error:
            yield build(str(error), "", text.strip()[:40])
            continue
        for piece in pieces:
            for fault in find_prose_faults(piece.text):
                yield build(fault.problem, fault.fix, fault.words)
    labels = (option.label for option in scene.options)
    for text in (scene.title, scene.summary, scene.label, scene.leave, *labels):
        for fault in find_prose_faults(text):
            yield build(fault.problem, fault.fix, fault.words)


def _check_heads(story: DrawnStory, file: str) -> Iterator[MaterialFinding]:
    premise = story.material.premise
    answers = [
        text
        for dilemma in premise.dilemmas.values()
        for text in (
            dilemma.name,
            dilemma.question,
            dilemma.why,
            *(
                each
                for answer in dilemma.answers.values()
                for each in (answer.text, answer.benefit, answer.after)
            ),
        )
    ]
    for text in (premise.about, *premise.titles, *premise.hooks, *premise.clues.values(), *answers):
        try:
            faults = list(find_prose_faults(story.fill(text)))
        except SlotError as error:
            yield MaterialFinding(file=file, problem=str(error), words=text[:40])
            continue
        for fault in faults:
            yield MaterialFinding(
                file=file, problem=fault.problem, fix=fault.fix, words=fault.words
            )


def _check_draws(story: DrawnStory, file: str) -> Iterator[MaterialFinding]:
    taken = story.filler.taken
    for key, most in MOST_DRAWS.items():
        hours = ("dusk", "night") if key in BY_HOUR else ("",)
        for hour in hours:
            count = sum(n for (name, at), n in taken.items() if name == key and hour in ("", at))
            if count > most:
                yield MaterialFinding(
                    file=file,
                    problem=f"a story takes {count} lines of {{any.{key}}} {hour}".rstrip(),
                    fix=f"Take {most} at most: remove some from variants that come together.",
                )


def check_setting_lines(
    material: StoryMaterial, file: str, lines: Sequence[tuple[str, str]]
) -> Iterator[MaterialFinding]:
    """Yield the faults in ``lines``, pairs of a key and a text from a region, room or trade."""
    for cast in list_casts(material.premise):
        filler = build_filler(material, cast, random.Random(0))  # noqa: S311 - no secrets
        for key, line in lines:
            try:
                texts = [filler.fill(each) for each in _split_line(line)]
            except SlotError as error:
                yield MaterialFinding(file=file, problem=f"{key}: {error}", words=line[:40])
                continue
            for fault in (each for text in texts for each in find_prose_faults(text)):
                yield MaterialFinding(
                    file=file, problem=f"{key}: {fault.problem}", fix=fault.fix, words=fault.words
                )


def _split_line(line: str) -> Sequence[str]:
    """Return the full form of a line and its short form, if it has one, without tags."""
    return line.rpartition(" | ")[2].split(" = ")
