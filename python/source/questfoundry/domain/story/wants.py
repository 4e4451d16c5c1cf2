"""Find the characters who want something, and the acts of the story in which they never act first.

A beat names its actor: the character who acts first there. Such a beat must not depend on the
player's decisions, unless the other decisions remove the actor from the story.
"""

from attrs import frozen

from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.presence import NO_PATH, presence_of
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class Act:
    """A chapter, or an act of a story without chapters.

    The first act of a story without chapters leads to its first dilemma, and the second act to the
    other dilemmas. A micro story has one act.

    ``chapter``: the id of the chapter, or "".
    ``dilemmas``: the ids of the dilemmas that every player decides in the act, in order.
    ``beats``: the opening beats of the act, and the beats of its dilemmas.
    """

    chapter: str = ""
    dilemmas: tuple[str, ...]
    beats: tuple[Beat, ...]


def list_people_with_wants(story: Story) -> tuple[Entity, ...]:
    """Return the characters that the story keeps and that want something, without the player's."""
    characters = story.list_kept_entities(EntityKind.CHARACTER)
    return tuple(each for each in characters if each.want and not each.played)


def list_acts(story: Story) -> tuple[Act, ...]:
    """Return the acts of ``story`` in order; an act without dilemmas is left out."""
    nested = {each.id for each in story.dilemmas if each.course and each.course.parent_path}
    order = [each for each in presence_of(story).changes if each not in nested]
    opening = tuple(beat.id for beat in story.beats if beat.role is BeatRole.SETUP)
    first = len(order) if story.effective_size is Size.MICRO else 1
    parts = [("", order[:first], opening), ("", order[first:], ())]
    if story.chapters:
        parts = [
            (chapter.id, [each for each in order if each in chapter.dilemmas], chapter.setup)
            for chapter in story.chapters
        ]
    return tuple(
        Act(
            chapter=chapter,
            dilemmas=tuple(dilemmas),
            beats=tuple(
                beat
                for beat in story.beats
                if (beat.dilemma in dilemmas if beat.dilemma else beat.id in setup)
            ),
        )
        for chapter, dilemmas, setup in parts
        if dilemmas
    )


def find_idle_people(story: Story, act: Act) -> tuple[Entity, ...]:
    """Return the characters who want something and are the actor of no beat of ``act``.

    Characters who may have left the story before the act are left out.
    """
    spared = {
        *(beat.actor for beat in act.beats),
        *presence_of(story).find_absent_before(act.dilemmas[0]),
    }
    return tuple(each for each in list_people_with_wants(story) if each.id not in spared)


def depends_on_player(story: Story, path: str, actor: str) -> bool:
    """Return whether players can miss the beats of ``path`` although ``actor`` could act there.

    ``path`` is the id of a path, or "" for beats before all decisions, and ``actor`` the id of a
    character. Players can miss the beats if another answer leads elsewhere, to ``path`` or to an
    earlier path before it. Answers that remove ``actor`` from the story do not count: they prevent
    what the actor would do.
    """
    changes = presence_of(story).changes
    while path:
        dilemma = story.dilemma(story.path(path).dilemma)
        others = (
            change for each, change in changes[dilemma.id].items() if each not in (NO_PATH, path)
        )
        if not all(change.get(actor) for change in others):
            return True
        path = dilemma.course.parent_path if dilemma.course else ""
    return False


def find_path_to(story: Story, beat: Beat) -> str:
    """Return the id of the innermost path that leads to ``beat``, or "" if all players meet it."""
    course = story.dilemma(beat.dilemma).course if beat.dilemma else None
    return beat.path or (course.parent_path if course else "")
