"""Cut a story's plan to its first chapters."""

from attrs import evolve

from questfoundry.domain.story.story import Story


def take_prefix(story: Story, number: int) -> Story:
    """Return ``story`` as if only its first ``number`` chapters were planned."""
    later = story.chapters[number:]
    dilemmas = {dilemma for chapter in later for dilemma in chapter.dilemmas}
    openings = {beat for chapter in later for beat in chapter.setup}
    beats = tuple(
        each
        for each in story.beats
        if each.id not in openings and each.dilemma not in dilemmas and not (later and each.ending)
    )
    remaining = frozenset(each.id for each in beats)
    return evolve(
        story,
        paths=tuple(
            each
            if each.delayed_effect is None or remaining.issuperset(each.delayed_effect.beats)
            else evolve(each, delayed_effect=None)
            for each in story.paths
            if each.dilemma not in dilemmas
        ),
        beats=beats,
        clues=tuple(each for each in story.clues if remaining.issuperset(each.teaching_beats)),
        chapters=(
            *story.chapters[:number],
            *(evolve(each, setup=(), summary="") for each in later),
        ),
    )
