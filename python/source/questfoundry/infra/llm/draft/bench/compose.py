"""Compose stories from a premise with all casts and variants, and check every paragraph."""

from collections.abc import Iterator

from questfoundry.infra.llm.draft.bench.casts import list_casts
from questfoundry.infra.llm.draft.bench.finding import MaterialFinding
from questfoundry.infra.llm.draft.bench.prose import find_prose_faults
from questfoundry.infra.llm.draft.cast import Cast
from questfoundry.infra.llm.draft.draw import DrawnScene, DrawnStory, Pick, WordingError, draw_story
from questfoundry.infra.llm.draft.material import SlotError
from questfoundry.infra.llm.draft.paragraphs import collect_groups, expand_text
from questfoundry.infra.llm.draft.premise import Premise


def pick_variant(number: int) -> Pick:
    """Return a function that picks variant ``number``, from 0; the first follows the last."""
    return lambda _, variants: variants[number % len(variants)]


def compose_all(premise: Premise, file: str) -> Iterator[MaterialFinding]:
    """Yield the faults of ``premise`` with all casts and variants."""
    most = max(len(each.variants) for each in premise.scenes.values())
    for cast in list_casts(premise):
        for number in range(most):
            yield from compose_once(premise, cast, file, number)


def compose_once(premise: Premise, cast: Cast, file: str, number: int) -> Iterator[MaterialFinding]:
    """Yield the faults of one story; ``number`` is the index of the variant of each scene."""
    try:
        story = draw_story(premise, cast, "0", pick_variant(number))
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
    premise = story.premise
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
