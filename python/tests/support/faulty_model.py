"""A model that knows the small story, and submits it with typical model errors."""

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.chat.exchange import NONE, ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.testing.scripted import ScriptedChatProvider, calls, calls_all, says
from tests.support.stage_runs import VISION

Answer = dict[str, Any]


@frozen(kw_only=True)
class Faulty:
    """An answer with a fault; ``told`` is the text that the next request must contain.

    ``accepted`` means that code corrects the fault; ``asks_afresh`` means that the same request
    follows without an explanation.
    """

    response: ChatResponse
    told: tuple[str, ...] = ()
    accepted: bool = False
    asks_afresh: bool = False


@frozen(kw_only=True)
class Asked:
    """A request of Serialize, its section, and the fault in its answer."""

    section: str
    request: ChatRequest
    fault: Faulty | None


class FaultyModel:
    """A model that answers a stage by section; ``faults`` are in the first answers of each.

    ``talk`` is its answer in Discuss, ``brief`` in Summarize; ``begin`` is the first requested
    section.
    """

    def __init__(
        self,
        stage: str,
        sections: Mapping[str, Answer],
        faults: Mapping[str, Sequence[str]],
        *,
        begin: str | None = None,
        talk: str = "Mara dives.",
        brief: str = "The brief.",
    ) -> None:
        self._stage = stage
        self._talk = talk
        self._brief = brief
        names = list(sections)
        self._sections = sections
        self._ahead = names[names.index(begin) if begin else 0 :]
        self._faults = {name: list(made) for name, made in faults.items()}
        self.asked: list[Asked] = []

    def provider(self) -> ScriptedChatProvider:
        """Return the model as a provider."""
        return ScriptedChatProvider([self._answer] * 99)

    def _answer(self, request: ChatRequest) -> ChatResponse:
        schema = request.response_schema
        if schema is None:
            if not request.tools or request.tools[0].name != f"submit_{self._stage}":
                return says(self._brief if request.tool_choice == NONE else self._talk)
            schema = request.tools[0].parameters
        section = self._ahead[0]
        wanted = fitted(self._sections[section], schema)
        fault = self._fault(section, wanted)
        self.asked.append(Asked(section=section, request=request, fault=fault))
        if fault is None or fault.accepted:
            self._ahead.pop(0)
        response = fault.response if fault else calls(f"submit_{self._stage}", wanted)
        return response if request.response_schema is None else as_text(response)

    def _fault(self, section: str, wanted: Answer) -> Faulty | None:
        ahead = self._faults.get(section, [])
        while ahead:
            made = FAULTS[ahead.pop(0)](deepcopy(wanted))
            if made is not None:
                call = [
                    evolve(each, name=f"submit_{self._stage}") if each.name == SUBMIT else each
                    for each in made.response.tool_calls
                ]
                return evolve(made, response=evolve(made.response, tool_calls=tuple(call)))
        return None


SUBMIT = "submit"


def as_text(response: ChatResponse) -> ChatResponse:
    """Return the arguments of a tool call as JSON text."""
    if not response.tool_calls:
        return response
    [call] = response.tool_calls
    return says(call.malformed or json.dumps(dict(call.arguments)))


def fitted(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return the part of a value in the schema; list items are chosen by their index."""
    fields = schema.get("properties")
    if isinstance(value, list) and fields is not None:
        value = {str(place): item for place, item in enumerate(value)}
    if not isinstance(value, dict) or fields is None:
        return value
    return {name: fitted(value[name], part) for name, part in fields.items() if name in value}


def forgets(answer: Answer) -> Faulty | None:
    """Leave one id without a decision."""
    for name, entries in _maps(answer):
        identifier, _ = entries.popitem()
        return Faulty(response=calls(SUBMIT, answer), told=(f"{name}.{identifier}", "EXACTLY"))
    return None


def invents(answer: Answer) -> Faulty | None:
    for name, entries in _maps(answer):
        identifier, value = entries.popitem()
        entries[f"{identifier}s"] = value
        told = (f"{name}.{identifier}s", "does not exist", f"the nearest is {identifier}")
        return Faulty(response=calls(SUBMIT, answer), told=told)
    return None


def doubles(answer: Answer) -> Faulty | None:
    for name in ("order", "entities", "dilemmas"):
        if isinstance(answer.get(name), list) and len(answer[name]) > 1:
            answer[name][1] = answer[name][0]
            told = "the same value twice" if name == "order" else "gives the same id as"
            return Faulty(response=calls(SUBMIT, answer), told=(name, told))
    return None


def swaps(answer: Answer) -> Faulty | None:
    for name in ("shared", "setup"):
        if answer.get(name):
            # A narrowed schema requests single items of a list, by their index.
            beats = answer[name]
            beat = next(iter(beats.values() if isinstance(beats, dict) else beats))
            beat["location"], beat["entities"] = beat["entities"][0], [beat["location"]]
            told = (f"{name}.0.location", f"{name}.0.entities.0", "not one of the allowed values")
            return Faulty(response=calls(SUBMIT, answer), told=told)
    return None


def empties(answer: Answer) -> Faulty | None:
    for name, value in answer.items():
        if isinstance(value, list):
            answer[name] = []
            return Faulty(response=calls(SUBMIT, answer), told=(name,))
        for key, inner in value.items() if isinstance(value, dict) else ():
            if "consequences" in inner:
                inner["consequences"] = []
                told = (f"{name}.{key}.consequences", "too few")
                return Faulty(response=calls(SUBMIT, answer), told=told)
    return None


def leaves_field(answer: Answer) -> Faulty | None:
    for name, entries in _maps(answer):
        identifier = next(iter(entries))
        entry = entries[identifier]
        if len(entry) > 1:
            gone, _ = entry.popitem()
            told = (f"{name}.{identifier}.{gone}",)
            return Faulty(response=calls(SUBMIT, answer), told=told)
    return None


def truncates(answer: Answer) -> Faulty | None:
    text = json.dumps(answer)[:40]
    response = says(text, finish_reason=FinishReason.LENGTH)
    return Faulty(response=response, asks_afresh=True)


def other_stage(_: Answer) -> Faulty | None:
    return Faulty(response=calls("submit_dream", VISION), told=("tool_error", "A tool other than"))


def talks(_: Answer) -> Faulty | None:
    return Faulty(response=says("Here is the plan."), told=("tool_error", "did not call"))


def breaks_json(answer: Answer) -> Faulty | None:
    """Send arguments that are not JSON."""
    call = ToolCall(id="call-1", name=SUBMIT, malformed=f"The plan: {list(answer)}")
    return Faulty(response=calls_all(call), told=("tool_error", "not a JSON object"))


def encodes_twice(answer: Answer) -> Faulty | None:
    """Send JSON text in place of an object or list, which counts as the value itself."""
    for name, value in answer.items():
        if isinstance(value, (dict, list)):
            response = calls(SUBMIT, answer | {name: json.dumps(value)})
            return Faulty(response=response, accepted=True)
    return None


FAULTS: Mapping[str, Callable[[Answer], Faulty | None]] = {
    made.__name__: made
    for made in (
        forgets,
        invents,
        doubles,
        swaps,
        empties,
        leaves_field,
        truncates,
        other_stage,
        talks,
        breaks_json,
        encodes_twice,
    )
}


def _maps(answer: Answer) -> list[tuple[str, dict[str, Any]]]:
    return [
        (name, value)
        for name, value in answer.items()
        if isinstance(value, dict) and value and all("::" in key for key in value)
    ]
