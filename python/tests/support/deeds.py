"""Minor choices, gated choices and a hub for a woven story."""

from collections.abc import Mapping

from attrs import evolve

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.entity import ChoiceFlag
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.hubs import Hub, Topic
from questfoundry.domain.weaving.hubs import add_hub as woven_hub
from questfoundry.domain.weaving.minor_choices import (
    GatedChoice,
    Option,
    add_callbacks,
    add_minor_choices,
)
from questfoundry.domain.weaving.minor_choices import add_gated_choice as woven_dare


def with_act(story: Story, passage: str, options: Mapping[str, str], *copies: str) -> Story:
    """Add minor choices to the passage; ``options`` maps each label to its trace."""
    made = [
        Option(label=label, flag=f"mark::{slug_of(passage)}-{number}")
        for number, label in enumerate(options, start=1)
    ]
    structure = add_minor_choices(story.existing_structure, dict.fromkeys((passage, *copies), made))
    return _marked(
        evolve(story, structure=structure),
        {option.flag: text for option, text in zip(made, options.values(), strict=True)},
    )


def with_dare(
    story: Story,
    passage: str,
    label: str,
    leaves: str,
    *,
    needs: str,
    closed: str = "",
    takes: str = "",
) -> Story:
    mark = f"mark::{slug_of(passage)}-dare-{slug_of(needs)}"
    dare = GatedChoice(label=label, flag=mark, needs=needs, closed=closed, takes=takes)
    structure = woven_dare(story.existing_structure, (passage,), dare)
    return _marked(evolve(story, structure=structure), {mark: leaves})


def with_hub(
    story: Story, passage: str, topics: Mapping[str, str], *, leave: str, first: int = 0
) -> Story:
    """Make the passage a hub; ``topics`` maps each label to its event.

    ``first`` is the number, from 1, of the topic that must be read before the exit opens.
    """
    place = story.beats_in(story.existing_structure.passage(passage))[-1].location
    name = slug_of(passage)
    made = [
        Topic(
            passage=f"passage::{name}--topic-{number}",
            beat=f"beat::{name}--topic-{number}",
            label=label,
            flag=f"mark::{name}--topic-{number}",
        )
        for number, label in enumerate(topics, start=1)
    ]
    beats = [
        Beat(id=topic.beat, role=BeatRole.SETUP, summary=summary, location=place)
        for topic, summary in zip(made, topics.values(), strict=True)
    ]
    hub = Hub(
        passage=passage,
        topics=made,
        exit_label=leave,
        required_flag=made[first - 1].flag if first else "",
    )
    structure = woven_hub(story.existing_structure, hub)
    titles = {topic.passage: topic.label for topic in made}
    structure = evolve(
        structure,
        passages=tuple(
            evolve(each, title=titles.get(each.id, each.title)) for each in structure.passages
        ),
    )
    return _marked(
        evolve(story, structure=structure, beats=(*story.beats, *beats)),
        {topic.flag: summary for topic, summary in zip(made, topics.values(), strict=True)},
    )


def recalled(story: Story, passage: str, *marks: str) -> Story:
    return evolve(story, structure=add_callbacks(story.existing_structure, {passage: marks}))


def _marked(story: Story, texts: Mapping[str, str]) -> Story:
    more = (ChoiceFlag(id=name, text=text) for name, text in texts.items())
    return evolve(story, choice_flags=(*story.choice_flags, *more))


def with_deeds(story: Story) -> Story:
    """Add one of each to the small story: minor choices, a hub, a gated choice, a late callback.

    The hub is in the passage before the vault's survivors part; its topic on the boots must be read
    before the player can leave.
    """
    both = ("passage::the-last-air-default-tail-1", "passage::the-last-air-alternative-tail-1")
    first, second = both
    story = with_act(
        story,
        first,
        {"Count aloud": "Mara counted aloud for him.", "Hold his wrist": "Mara held his wrist."},
    )
    story = with_act(
        story,
        second,
        {
            "Scream for the boat": "Everybody heard Mara scream.",
            "Swim for the boat": "Mara swam back to the boat.",
            "Float on your back": "Mara floated until they found her.",
        },
    )
    story = with_hub(
        story,
        "passage::the-last-air-default-commit-1",
        {
            "Look at the vault door": "The door has a second lock, on the inside.",
            "Feel for his boots": "Ilk has lost a boot.",
            "Listen to the water": "The water has stopped rising.",
        },
        leave="Begin to climb",
        first=2,
    )
    story = with_dare(
        story,
        "passage::the-drowned-ledger-shared-1",
        "Slide it over without a word",
        "The sergeant never had to ask.",
        needs="mark::the-last-air-default-tail-1-2",
        closed="Only somebody who has held his wrist could do it without a word",
        takes="path::the-drowned-ledger-default",
    )
    return recalled(
        story,
        "passage::the-drowned-ledger-default-epilogue-1",
        "mark::the-last-air-alternative-tail-1-1",
    )
