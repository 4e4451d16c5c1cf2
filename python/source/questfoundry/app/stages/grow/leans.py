"""Leans: the names by which a model says which stats an option raises or lowers."""

from collections.abc import Collection, Mapping, Sequence

from questfoundry.app.stages.section import Rules
from questfoundry.domain.artifacts.grow import (
    ActOption,
    GrowActs,
    GrowLeaningActs,
    GrowMinorChoices,
    GrowPlayed,
    HubTopic,
    LeaningAct,
    LeaningOption,
    LeaningTopic,
    PassageAct,
)
from questfoundry.domain.fault import Fault
from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.story.stat import STAT, Stat
from questfoundry.domain.story.story import Story

UP, DOWN = "up", "down"
"""The words that end a lean: the option raises or lowers the stat."""


def list_leans(option: ActOption | HubTopic) -> Sequence[str]:
    """Return the leans of ``option``, such as "ilks-trust-up"; empty in a story without stats."""
    return option.leans if isinstance(option, LeaningOption | LeaningTopic) else ()


def read_moves(option: ActOption | HubTopic) -> Mapping[str, int]:
    """Return by how much ``option`` raises or lowers each stat, by stat id."""
    return sum_leans(list_leans(option))


def sum_leans(leans: Sequence[str]) -> Mapping[str, int]:
    """Return by how much ``leans`` raise or lower each stat, by stat id."""
    sides = [each.rpartition("-")[::2] for each in leans]
    return {f"{STAT}{SEPARATOR}{name}": 1 if side == UP else -1 for name, side in sides}


def is_answered(act: PassageAct) -> bool:
    """Return whether the passage after a minor choice shows at once which option was taken."""
    return act.answered if isinstance(act, LeaningAct) else True


def has_both_ways(leans: Sequence[str]) -> bool:
    """Return whether ``leans`` raise and lower the same stat."""
    return len({each.rpartition("-")[0] for each in leans}) < len(leans)


def find_lean(leans: Collection[str], stat: str) -> str:
    """Return the lean for the stat with the slug ``stat``; empty without such a lean."""
    return next((each for each in leans if each.rpartition("-")[0] == stat), "")


def pin_leans(story: Story, field: str) -> Mapping[str, tuple[str, ...]]:
    """Return the leans that the options in ``field`` may have, by field path."""
    names = [slug_of(stat.id) for stat in story.stats]
    leans = tuple(f"{name}-{side}" for name in names for side in (UP, DOWN))
    return {f"{field}.leans": leans} if leans else {}


def describe_leans(story: Story, rules: Rules, section: str) -> str:
    """Return the instructions for leans in a request for ``section``; empty without stats.

    ``section`` is "options" (of minor choices), "topics" (of hubs) or "turns" (of played scenes).
    """
    if not story.stats:
        return ""
    shown = [
        {
            "name": stat.name,
            "question": stat.question,
            "leans": {
                f"{slug_of(stat.id)}-{side}": sentence
                for side, sentence in ((UP, stat.high), (DOWN, stat.low))
            },
        }
        for stat in story.stats
    ]
    texts = rules.prompts.render("templates/grow/leans", {"stats": shown}).sections
    return texts[section]


def balance_leans(
    part: GrowActs, faults: Sequence[Fault], stats: Sequence[Stat]
) -> GrowActs | None:
    """Return ``part`` without its ``faults``, or ``None`` without faults.

    Where leans are at fault, the options raise and lower the first of ``stats`` in turn.
    """
    faulty = {fault.field.split(".")[1] for fault in faults if "leans" in fault.field}
    if not faults or not isinstance(part, GrowLeaningActs):
        return None
    first = slug_of(stats[0].id)
    acts = dict(part.acts) | {
        passage: act.model_copy(
            update={
                "options": tuple(
                    option.model_copy(update={"leans": (f"{first}-{(UP, DOWN)[number % 2]}",)})
                    for number, option in enumerate(act.options)
                )
            }
        )
        for passage, act in part.acts.items()
        if passage in faulty
    }
    return part.model_copy(update={"acts": acts})


def list_scene_stats(parts: Sequence[GrowMinorChoices]) -> Mapping[str, str]:
    """Return the id of the stat that each played scene in ``parts`` moves, by passage id."""
    return {
        scene.passage: f"{STAT}{SEPARATOR}{scene.stat}"
        for part in parts
        if isinstance(part, GrowPlayed)
        for scene in part.played
    }
