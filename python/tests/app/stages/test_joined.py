"""Several sections in one answer: the same artifact, and only what is at fault again."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.small_story import GROW_FRAME, LABELS, SCENES, TITLES, made_until, talk
from tests.support.stage_runs import Ask, asked, one_provider

BEFORE = {"seed": "brainstorm", "grow": "seed"}
NAMES: dict[str, Any] = {
    "titles": {f"passage::{slug}": {"title": text} for slug, text in TITLES.items()},
    "labels": {f"choice::{slug}": {"label": text} for slug, text in LABELS.items()},
    **GROW_FRAME,
}


async def made_of(stage: str, *answers: dict[str, Any]) -> tuple[Any, ScriptedChatProvider]:
    """The artifact that a model with a large window makes with those answers."""
    workshop = await made_until(BEFORE[stage])
    replies: list[Reply] = [*talk(), *(calls(f"submit_{stage}", each) for each in answers)]
    provider = ScriptedChatProvider(replies, traits=ModelTraits.of(context_window=LARGE_WINDOW))
    result = await workshop.run_stage(one_provider(provider)).execute(stage, Ask())
    return result.version.data, provider


async def by_itself(stage: str) -> Any:
    """The artifact of a model that is asked for each section by itself."""
    return (await made_until(stage)).current(stage).data


async def test_all_words_of_a_structure_are_asked_for_at_once() -> None:
    """STG-3.15, GRW-1.3."""
    made, provider = await made_of("grow", SCENES, NAMES)

    assert made == await by_itself("grow")
    fields = asked(provider, 3)["properties"]
    assert {name: list(fields[name]["properties"]) for name in ("titles", "labels", "endings")} == {
        name: list(NAMES[name]) for name in ("titles", "labels", "endings")
    }
    system, user = (message.content for message in provider.requests[3].messages)
    for count, what in ((13, "titles"), (4, "labels"), (3, "endings")):
        assert f"EXACTLY {count}" in next(
            line for line in system.splitlines() if line.startswith(f"- `{what}`")
        )
    assert user.count("She shares her air. (What speaks for it: Both may live.)") == 1


async def test_of_words_that_were_asked_for_at_once_the_wrong_ones_are_asked_for_again() -> None:
    """STG-3.15, GRW-2.6."""
    wrong = deepcopy(NAMES)
    title, label = next(iter(NAMES["titles"])), next(iter(NAMES["labels"]))
    wrong["titles"][title] = {"title": "*** !"}
    wrong["labels"][label] = {"label": "Hold [[it]] out"}
    right = {"titles": {title: NAMES["titles"][title]}, "labels": {label: NAMES["labels"][label]}}
    made, provider = await made_of("grow", SCENES, wrong, right)

    again = asked(provider, 4)["properties"]
    assert {name: list(each["properties"]) for name, each in again.items()} == {
        "titles": [title],
        "labels": [label],
    }
    said = json.loads(provider.requests[4].messages[-1].content)["issues"]["invalid"]
    assert list(dict.fromkeys(each["field"] for each in said)) == [
        f"titles.{title}.title",
        f"labels.{label}.label",
    ]
    assert made == await by_itself("grow")
