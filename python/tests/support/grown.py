"""Any plan grown without a model: valid texts in every section."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal, cast
from zlib import crc32

from attrs import evolve

from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.section import Section, SectionRequests
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import slug_of
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.late_callbacks import MOST_RECALLED
from tests.support.sections import PLAIN, answer_sections
from tests.support.stage_runs import shipped_prompts

GROW = GrowStage(shipped_prompts())
FEEDBACK = shipped_prompts().wording("feedback")
FIELDS = {"titles": "title", "labels": "label", "endings": "name"}

COVER = {"title": "A Story", "hook": "It begins.", "onward": "Go on"}

Hours = Literal["one", "each"]


def grow_artifact(
    story: Story, *, hours: Hours = "one", acts: bool = False, before: GrowArtifact | None = None
) -> GrowArtifact:
    """Return GROW's artifact for a plan; ``hours`` is one time for all moments or one each.

    The artifact ``before`` is continued.
    """
    settled = before.model_dump(mode="json") if before else {}
    inputs = StageInputs(acts=acts, settled=settled)
    answer = partial(answer_words, hours=hours)
    return cast(GrowArtifact, answer_sections(GROW, story, inputs, answer))


def grown(story: Story, *, hours: Hours = "one", acts: bool = False) -> Story:
    return GROW.apply(story, grow_artifact(story, hours=hours, acts=acts))


def sections_of(story: Story, *, acts: bool = False) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (section.name, next(iter(section.manifest.sections.values()), ()))
        for section in asked_of(story, acts=acts)
    ]


def asked_of(story: Story, *, acts: bool, before: GrowArtifact | None = None) -> list[Section]:
    """Return the requested sections, in order."""
    settled = before.model_dump(mode="json") if before else {}
    inputs = StageInputs(acts=acts, settled=settled)
    return [section for section, _ in made_of(story, inputs)]


def made_of(
    story: Story, inputs: StageInputs, hours: Hours = "one"
) -> Iterator[tuple[Section, Artifact]]:
    requests = SectionRequests(GROW.sections(story, inputs, PLAIN), is_batching=False)
    while section := requests.section:
        part = answer_words(section, hours)
        yield section, part
        requests.submit(part)


def answer_words(section: Section, hours: Hours = "one") -> Artifact:
    """Return a valid answer as the section's model."""
    answer = words_for(section, hours)
    assert check_structural_completeness(answer, section.manifest, FEEDBACK) == ()
    part = section.model.model_validate(answer)
    if section.name.startswith("recalls") and section.check(part) and section.last_resort:
        # The answer misses facts that only a better distribution over the places can recall.
        part = section.last_resort(part)
    assert list(section.check(part)) == [], list(section.check(part))
    return part


def at(time: int, when: str = "Some day") -> dict[str, Any]:
    """Return a time in hours as a model submits it."""
    return {"day": 1 + time // 24, "hour": time % 24, "when": when}


def answer_joined(section: Section) -> Artifact:
    """Return a valid answer to a section that may join several sections."""
    answer: dict[str, Any] = {}
    for name, ids in section.manifest.sections.items():
        part = evolve(
            section,
            name=name,
            manifest=evolve(section.manifest, sections={name: ids}),
            variables={"named": False, "total": 0, **section.variables},
        )
        answer |= words_for(part, "one")
    return section.model.model_validate(answer or words_for(section, "one"))


def words_for(section: Section, hours: Hours) -> dict[str, Any]:
    if build_answer := _OWN_ANSWERS.get(section.name):
        return build_answer(section)
    if not section.manifest.sections:
        return dict(COVER)
    ((name, ids),) = section.manifest.sections.items()
    if name == "acts":
        counts = section.manifest.counts
        return {
            name: {
                each: {
                    **({"answered": number % 4 != 3} if section.variables["leaning"] else {}),
                    "options": _branch(
                        section,
                        each,
                        _lean(
                            section,
                            "acts.options",
                            _options(each, counts[f"acts.{each}.options"].least),
                        ),
                    ),
                }
                for number, each in enumerate(ids)
            }
        }
    if name == "dares":
        pins = section.manifest.pins
        return {
            name: {
                each: {**_option(each, 99), "needs": pins[f"dares.{each}.needs"][0]} for each in ids
            }
        }
    if name == "recalls":
        if section.variables.get("total"):
            return _free_callbacks(section)
        places = [f"recalls.{each}.marks" for each in ids]
        counts, pins = section.manifest.counts, section.manifest.pins
        return {
            name: {
                each: {"marks": pins[at][: counts[at].least]}
                for each, at in zip(ids, places, strict=True)
            }
        }
    if name == "scenes":
        return {name: {each: at(n if hours == "each" else 0) for n, each in enumerate(ids)}}
    field = FIELDS[name]
    words = {each: f"Go {crc32(each.encode())}" for each in ids}
    answer: dict[str, Any] = {name: {each: {field: text} for each, text in words.items()}}
    if name == "endings" and not section.variables["named"]:
        answer |= COVER
    return answer


def _free_callbacks(section: Section) -> dict[str, Any]:
    """Return the facts that each place offers; in a story with stats, as few as are asked for."""
    places, found = section.variables["places"], dict[str, list[str]]()
    if section.template != "templates/grow/callbacks":
        return {"recalls": {place.id: {"marks": [*place.flags]} for place in places}}
    for number in range(MOST_RECALLED):
        for place in places:
            recalled = {flag for flags in found.values() for flag in flags}
            if number and len(recalled) >= section.variables["total"]:
                break
            facts = [
                flag
                for flag in place.flags
                if flag not in found.get(place.id, ()) and not flag.startswith("level::")
            ]
            facts.sort(key=lambda flag: flag in recalled)
            found.setdefault(place.id, []).extend(facts[:1])
    for place in places:
        found[place.id] += [flag for flag in place.flags if flag.startswith("level::")]
    return {"recalls": {place: {"marks": marks} for place, marks in found.items()}}


def _gates(section: Section) -> dict[str, Any]:
    """Return as few gates as possible: a level of each stat, and then flags, evenly spread."""
    counts, variables = section.manifest.counts, section.variables
    return {
        "gates": [
            {**_option(at, 99), "needs": needs, "at": at}
            for at, needs in _pick_gates(section, counts["gates"].least).items()
        ],
        "attempts": [
            {
                "at": passage,
                "label": f"Try {crc32(passage.encode())}",
                "succeeds": leans[0],
                "success": _outcome(passage, 1),
                "setback": {**_outcome(passage, 2), "costs": [leans[1]]},
            }
            for passage, leans in sorted(
                variables["attempts"].items(), key=lambda each: each[0] not in variables["scenes"]
            )[: counts["attempts"].least if "attempts" in counts else 0]
        ],
        "thirds": [
            {
                **_option(place, 98),
                "at": place,
                "needs": needs[0],
                "closed": "Not yet",
                **{each: f"Third {each}" for each in ("title", "summary", "ending", "closes")},
            }
            for place, needs in variables["thirds"].items()
        ],
    }


def _pick_gates(section: Section, count: int) -> dict[str, str]:
    """Return what the gate at each picked place needs; one place can have an attempt, too."""
    places, found = section.variables["places"], dict[str, str]()
    offered = [(place.id, level) for place in places for level in place.levels]
    for stat in section.variables["stats"]:
        fitting = [
            (at, level)
            for at, level in offered
            if at not in found and level.startswith(f"level::{slug_of(stat.id)}-")
        ]
        if fitting:
            at, level = fitting[len(fitting) // 2]
            found[at] = level
    with_attempt = (each for each in places if each.id in section.variables["attempts"])
    if len(found) < count and (place := next(with_attempt, None)) and place.id not in found:
        found[place.id] = ([*place.facts] or place.levels)[0]
    rest = [(number, place) for number, place in enumerate(places) if place.id not in found]
    missing = count - len(found)
    for at in range(missing):
        number, place = rest[(2 * at + 1) * len(rest) // (2 * missing)]
        told = [each for one in places[: number + 1] for each in one.facts]
        facts = [each for each in told if each not in place.lacking]
        found[place.id] = (facts or place.levels)[0]
    return found


def _outcome(passage: str, number: int) -> dict[str, Any]:
    name = crc32(f"{passage} outcome {number}".encode())
    return {"title": f"Outcome {name}", "summary": f"It is {name}.", "leaves": f"It was {name}."}


def _hubs(section: Section) -> Iterator[dict[str, Any]]:
    counts, places = section.manifest.counts, section.variables["places"]
    for place in places[: counts["hubs"].least]:
        passage = place["passage"].id
        topics = [
            {**option, "summary": f"There is {crc32(option['label'].encode())}."}
            for option in _lean(
                section, "hubs.topics", _options(f"topic {passage}", counts["hubs.topics"].least)
            )
        ]
        yield {
            "passage": passage,
            "topics": topics,
            "leave": "" if place["question"] else "Leave",
            "first": int(section.variables["needs_first"]),
        }


def _pick_scenes(section: Section) -> list[str]:
    """Return as many passages as can be played, evenly spread."""
    places, count = section.variables["places"], section.variables["count"]
    return [places[(2 * at + 1) * len(places) // (2 * count)].id for at in range(count)]


def _play_scene(section: Section, passage: str) -> dict[str, Any]:
    """Return a played scene whose first forms raise its stat; the second forms lower it."""
    stats, turns = [*section.variables["stats"]], section.variables["turns"]
    stat = stats[crc32(passage.encode()) % len(stats)]

    def form(name: str, number: int, side: str) -> dict[str, Any]:
        option = _option(f"{name} {passage}", number)
        text = f"There is {crc32(option['label'].encode())}."
        return {**option, "summary": text, "leans": [f"{stat}-{side}"]}

    approaches = [
        {**form("turn", each, "up"), "again": form("again", each, "down")} for each in range(turns)
    ]
    approaches[-1]["again"]["clue"] = section.manifest.pins["played.turns.again.clue"][-1]
    return {"passage": passage, "stat": stat, "turns": approaches, "leave": "Leave"}


_OWN_ANSWERS: Mapping[str, Callable[[Section], dict[str, Any]]] = {
    "hubs": lambda section: {"hubs": list(_hubs(section))},
    "played": lambda section: {
        "played": [_play_scene(section, place) for place in _pick_scenes(section)]
    },
    "gates": _gates,
}
"""The answers to sections that do not list ids, by the section's name."""


def _branch(section: Section, at: str, options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return ``options`` with passages of their own, if the section asks for them there."""
    meetings = section.variables["meetings"]
    places = meetings.values() if isinstance(meetings, Mapping) else meetings
    if not any(each.branches for each in places if each.passage.id == at):
        return options
    names = [crc32(each["label"].encode()) for each in options]
    return [
        {**each, "title": f"Then {name}", "summary": f"It turns, {name}."}
        for each, name in zip(options, names, strict=True)
    ]


def _lean(section: Section, field: str, options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return ``options`` with leans, if the story has stats: the first moves the first stat."""
    leans = section.manifest.pins.get(f"{field}.leans")
    if not leans:
        return options
    chance = crc32(options[0]["label"].encode())
    first, *others = sorted(leans, key=lambda each: each != leans[chance % 2])
    return [
        {**each, "leans": [others[(chance + number) % len(others)] if number else first]}
        for number, each in enumerate(options)
    ]


def _options(of: str, count: int) -> list[dict[str, Any]]:
    return [_option(of, number) for number in range(count)]


def _option(of: str, number: int) -> dict[str, Any]:
    name = crc32(f"{of} {number}".encode())
    return {"label": f"Do {name}", "leaves": f"You did {name}."}
