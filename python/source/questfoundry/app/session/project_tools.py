"""Offer a project's use cases and its story as tools to the studio's agent, with short results."""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from math import log
from typing import Any

from attrs import frozen

from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.app.playing.walk import prose_of
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.app.run.open_run import RunOpener
from questfoundry.domain.answer.schema import item_names, join_path
from questfoundry.domain.chat.envelope import Envelope, error, no_results, success
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import ToolDefinition, define_tool, system, user
from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.run.inputs import QuestionInputs
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.spec import QUESTION
from questfoundry.domain.story.passage import Structure, play, play_steps
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.digest import to_canonical_json

Work = Callable[..., Awaitable[Any]]
"""The use case of a tool, called with the tool's parameters by name; it may return nothing."""


class ProjectTool(Tool):
    """A use case of the project as a tool for a model, which receives errors as messages."""

    def __init__(
        self,
        name: str,
        work: Work,
        prompts: PromptRepository,
        *,
        effects: bool = False,
        at_most_once: bool = False,
        require: Callable[..., object] | None = None,
    ) -> None:
        """Set up the tool, which calls ``work``.

        ``require`` takes the same arguments, and raises an error if ``work`` would fail.
        """
        self._name = name
        self._work = work
        self._words = prompts.wording("tools/project")[name]
        self._require = require
        self.effects = effects
        self.at_most_once = at_most_once

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition; parameters are strings unless the wording says otherwise."""
        return define_tool(self._name, self._words)

    def problem(self, arguments: Mapping[str, Any]) -> str:
        """Return the message of the error that ``require`` raises for these arguments, or ""."""
        try:
            if self._require is not None:
                self._require(**self._select_arguments(arguments))
        except QuestFoundryError as problem:
            return str(problem)
        return ""

    def _select_arguments(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        known = self.definition.parameters["properties"]
        return {
            name: str(value) if known[name]["type"] == "string" else value
            for name, value in arguments.items()
            if name in known and value is not None
        }

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Run the use case with these arguments; return its result or error for the model."""
        actions = self._words["actions"]
        given = self._select_arguments(arguments)
        query = " ".join(
            each if isinstance(each, str) else to_canonical_json(each) for each in given.values()
        )
        try:
            found = await self._work(**given)
        except QuestFoundryError as problem:
            return error(str(problem), action=actions["error"])
        if not found:
            return no_results(query, action=actions["no_results"])
        return success(found, query=query or None, action=actions["success"])


MAX_CHARACTERS = 24_000
"""The maximum characters of a result; a longer result would fill the window of many models."""

_DIGITS = 2


def compact_value(value: Any) -> Any:
    """Return ``value`` without empty parts, and with decimal numbers rounded to two places."""
    match value:
        case Mapping():
            compact = {name: compact_value(item) for name, item in value.items()}
            return {name: item for name, item in compact.items() if item not in (None, "", [], {})}
        case list() | tuple():
            return [compact_value(each) for each in value]
        case float():
            return round(value, _DIGITS)
        case _:
            return value


def truncate_value(value: Any, path: str) -> Any:
    """Return ``value``, or if it is too long, a map from the paths of its parts to their lengths.

    ``path`` is the path of ``value`` itself.
    """
    items: Mapping[str, Any]
    match value:
        case Mapping():
            items = value
        case list():
            items = dict(zip(_list_item_names(value), value, strict=True))
        case _:
            return value
    if len(to_canonical_json(value)) <= MAX_CHARACTERS:
        return value
    lengths = {join_path(path, name): len(to_canonical_json(each)) for name, each in items.items()}
    return {"characters_of_parts": lengths}


def _list_item_names(items: Sequence[Any]) -> Sequence[str]:
    names = list(item_names(items))
    return names if len({*names}) == len(items) else [str(place) for place in range(len(items))]


_MOST_FOUND, _SHORT = 5, 2
TEMPLATE = "templates/studio/story_answer"
_SCOPE = "answer"
_WORD = re.compile(r"\w+")


def find_passages(
    story: Story, query: str, known_at: str = "", arc: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return at most five passages that match ``query``, best first, with ids, titles and prose.

    A passage matches if it contains a word of ``query``, or a longer word that begins with it. Rare
    words weigh more. ``arc`` limits the search to the passages of this playthrough. ``known_at`` is
    the id of a passage, and limits the search to passages that a player may have read on arrival
    there. Without ``arc``, results then have a key ``certain``: whether every such player has read
    the passage. Raise ``InputError`` for an unknown passage or an impossible playthrough.
    """
    structure = story.structure
    if structure is None:
        return []
    query_words = {each for each in _words(query) if len(each) > _SHORT}
    read = _trace_route(structure, arc, known_at) if arc else None
    possible = _find_ancestors(structure, known_at) if known_at and read is None else None
    found: list[dict[str, Any]] = []
    shared: list[set[str]] = []
    for passage in structure.passages:
        if read is not None and passage.id in read:
            prose = "\n\n".join(prose_of(story, passage, read[passage.id]))
        elif read is not None or (possible is not None and passage.id not in possible):
            continue
        else:
            prose = story.prose.get(passage.id, "")
        found.append({"passage": passage.id, "title": passage.title, "prose": prose})
        words = _words(f"{passage.id} {passage.title} {prose}")
        shared.append(
            {each for each in query_words if any(word.startswith(each) for word in words)}
        )
    rarity = {
        each: log((1 + len(found)) / max(1, sum(each in words for words in shared)))
        for each in query_words
    }
    ranked = [sum(rarity[each] for each in words) for words in shared]
    best = sorted((at for at, words in enumerate(shared) if words), key=lambda at: -ranked[at])
    best_passages = [found[at] for at in best[:_MOST_FOUND]]
    if possible is None:
        return best_passages
    return [
        {**each, "certain": known_at not in _find_reachable(structure, without=each["passage"])}
        for each in best_passages
    ]


def describe_position(story: Story, choices: Sequence[str]) -> dict[str, Any]:
    """Return a description, for a model, of the passage that a player reaches by ``choices``."""
    structure = story.existing_structure
    here = play(structure, choices)
    passage = structure.passage(here.passage)
    return {
        "passage": passage.id,
        "title": passage.title,
        "text": "\n\n".join(prose_of(story, passage, here.flags)),
        "choices": [{"id": each.id, "label": each.label or each.id} for each in here.open],
        "ending": story.ending_name(here.ending) if here.ending else "",
    }


def _trace_route(
    structure: Structure, arc: Sequence[str], until: str
) -> Mapping[str, Collection[str]]:
    steps = [*play_steps(structure, arc)]
    if until and until not in steps[-1].passages:
        raise InputError(
            f"The given choices do not pass {until!r}, but end at {steps[-1].passage!r}. "
            "Give choices that pass it."
        )
    read: dict[str, Collection[str]] = {}
    for here in steps:
        read[here.passage] = here.flags
        if here.passage == until:
            break
    return read


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _find_reachable(structure: Structure, *, without: str) -> set[str]:
    def targets(here: str) -> list[str]:
        return [each.target for each in structure.outgoing_choices(here) if each.target != without]

    return _close({structure.start} - {without}, targets)


def _find_ancestors(structure: Structure, passage: str) -> set[str]:
    if all(each.id != passage for each in structure.passages):
        raise InputError(f"There is no passage {passage!r} in the story. Search for its id.")
    return _close(
        {passage}, lambda here: [each.source for each in structure.incoming_choices(here)]
    )


def _close(found: set[str], neighbours: Callable[[str], Iterable[str]]) -> set[str]:
    left = list(found)
    while left:
        new = set(neighbours(left.pop())) - found
        found |= new
        left += new
    return found


@frozen(kw_only=True)
class AskStoryUseCase:
    """A use case that answers a question about the story.

    If the model does not understand texts, the answer only lists the passages that match.
    """

    runs: RunOpener
    prompts: PromptRepository

    async def execute(
        self, story: Story, question: str, known_at: str = "", arc: Sequence[str] = ()
    ) -> dict[str, Any] | None:
        """Return the answer and the passages that support it, or ``None`` if no passage matches.

        ``known_at`` and ``arc`` limit the search as in ``find_passages``. An interrupted run for
        the same question is resumed.
        """
        found = find_passages(story, question, known_at, arc)
        if not found:
            return None
        providers = self.runs.choose_providers()
        provider = providers.discuss
        if not provider.traits.capabilities.comprehension:
            return {"passages": found}
        prompt = self.prompts.render(TEMPLATE, {"question": question, "passages": found})
        request = ChatRequest(
            messages=(system(prompt["system"]), user(prompt["user"])),
            temperature=temperature_of(Phase.SERIALIZE, provider.traits),
            max_tokens=max_tokens_of(Phase.DISCUSS, provider.traits),
        )
        inputs = QuestionInputs(
            question=question, known_at=known_at, arc=tuple(arc), session=self.runs.session
        )
        interrupted = (RunStatus.RUNNING, RunStatus.INTERRUPTED)
        earlier = next(
            (
                each
                for each in self.runs.store.runs.list(task=QUESTION)
                if each.status in interrupted and each.inputs == inputs
            ),
            None,
        )
        record = earlier or self.runs.begin(QUESTION, inputs, providers)
        with self.runs.open(record, providers, resumed=earlier is not None) as run:
            answer = await request_answer(
                run.bind_model(provider, _SCOPE), request, prompts=self.prompts
            )
        names = [each["passage"] for each in found]
        cited = [each for each in names if each in answer.text]
        return {"answer": answer.text.strip(), "passages": cited or names}
