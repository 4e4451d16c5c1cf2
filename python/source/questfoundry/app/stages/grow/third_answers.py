"""Build a third answer from the model's words, and check that the story stays sound with it.

A third answer is an option at the last dilemma, beyond its two answers, with an ending of its own.
"""

from collections.abc import Mapping

from attrs import evolve

from questfoundry.app.stages.grow.apply import build_added_beat
from questfoundry.domain.artifacts.grow import AddedBeat, ThirdAnswer
from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.attempts import WovenThird, add_third


def build_third(
    story: Story, third: ThirdAnswer, flag: str
) -> tuple[WovenThird, Mapping[str, AddedBeat]]:
    """Return ``third`` with ids for its parts, and its two beats by id.

    ``flag`` is the flag that the option sets.
    """
    structure = story.existing_structure
    fork = structure.choice(third.at)
    dilemma = story.path(fork.takes).dilemma
    paths = {path.id for path in story.paths if path.dilemma == dilemma}
    name = f"third-{slug_of(dilemma)}"
    woven = WovenThird(
        passages=tuple(
            dict.fromkeys(each.source for each in structure.choices if each.takes in paths)
        ),
        label=third.label,
        closed=third.closed,
        needs=third.needs,
        flag=flag,
        name=name,
    )
    deed = AddedBeat(
        summary=third.summary,
        location=third.location or story.beats_in(structure.passage(fork.source))[-1].location,
        entities=third.entities,
        decides=dilemma,
    )
    closing = deed.model_copy(
        update={"summary": third.closes, "decides": None, "ending": woven.ending}
    )
    return woven, {woven.deed: deed, woven.closing: closing}


def try_third(story: Story, third: ThirdAnswer) -> Story:
    """Return ``story`` with ``third``, to check that it would break no law."""
    woven, beats = build_third(story, third, f"{CHOICE_FLAG}{SEPARATOR}third--trial")
    return evolve(
        story,
        beats=(*story.beats, *(build_added_beat(name, beat) for name, beat in beats.items())),
        structure=add_third(story.existing_structure, woven),
    )
