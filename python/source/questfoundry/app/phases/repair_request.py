"""Build the requests of the phase Serialize: the first one, and retries for faulty parts only.

A retry contains the brief, the faulty part of the last answer and feedback on that part. Failed
attempts before the last one are left out. The schema of a retry covers only the fields to correct,
so a retry costs a fraction of a full request.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve

from questfoundry.app.phases.finalization import (
    Finalization,
    keep_first_descriptions,
    remove_descriptions,
)
from questfoundry.app.phases.sampling import RetryStrategy
from questfoundry.domain.answer.feedback import build_excerpt, build_feedback, build_tool_error
from questfoundry.domain.answer.subschema import (
    inline_rare_definitions,
    narrow_schema,
    share_definitions,
    split_schema,
)
from questfoundry.domain.chat.exchange import REQUIRED, ChatRequest, RequestSubject
from questfoundry.domain.chat.messages import (
    Message,
    ToolCall,
    ToolResult,
    assistant,
    tool_result,
    user,
)
from questfoundry.domain.fault import CLOSED_RULE, Attempt, Fault
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.models.traits import ModelTraits, PromptStyle, StructuredOutput
from questfoundry.domain.text.wording import IdentityKey, as_json, phrase
from questfoundry.domain.writing.fitting import beginning_of

MAX_QUOTED_CHARS = 600
"""The number of characters of an answer without a payload that a retry quotes."""

_WORD = re.compile(r"[\w:-]*\w")

MAX_LISTED_CHARS = 200
"""The longest list of ids, in characters, that feedback repeats beside the schema."""

OMISSION = "\u2026"
"""The replacement for an omitted part of a prompt."""


def build_requests(
    attempts: Sequence[Attempt],
    *,
    traits: ModelTraits,
    finalization: Finalization,
    messages: Sequence[Message],
    strategy: RetryStrategy,
    brief: str = "",
    about: RequestSubject | None = None,
) -> tuple[ChatRequest, ...]:
    """Return the requests of the next attempt, one for each part into which the answer is split.

    ``attempts`` are the failed attempts so far. The requests ask only for the faulty parts of the
    newest answer that contains data. If no answer contains data, they ask for everything. ``brief``
    is omitted from the messages if only ids need correction. ``about`` is what the requests are
    about.
    """
    basis = find_repair_basis(attempts)
    schema = finalization.schema
    if basis is not None and basis.submitted is not None:
        schema = narrow_schema(schema, basis.faults, basis.submitted)
    feedback_messages = _build_feedback(finalization, attempts, strategy) if attempts else ()
    is_full = traits.profile.prompt_style is PromptStyle.FULL
    if basis is not None:
        messages = _remove_unrelated_ids(
            messages, finalization, str(feedback_messages), as_json(schema), brief
        )
        if brief and is_full and all(map(_is_about_ids, basis.faults)):
            messages = tuple(
                evolve(each, content=each.content.replace(brief, OMISSION)) for each in messages
            )
    common = ChatRequest(
        messages=(),
        temperature=strategy.temperature,
        max_tokens=strategy.max_tokens,
        thinking=False if traits.capabilities.thinking else None,
        about=about,
    )
    as_schema = strategy.structured_output is StructuredOutput.SCHEMA
    is_first = basis is None and is_full
    lists_fields = as_schema and is_first and not traits.capabilities.reads_schema
    is_explained = lists_fields or finalization.section.has_field_descriptions
    # The embedded model reads the description of each field that it fills.
    ids = finalization.section.manifest.ids if is_full else frozenset[str]()
    requests = []
    for part in split_schema(schema, strategy.part_count):
        opening = _append_field_list(messages, part, finalization) if lists_fields else messages
        # A repair schema is small already, so sharing definitions gains nothing.
        compact_part = (
            _compact_schema(IdentityKey(part), without_descriptions=as_schema and is_explained)
            if is_first
            else part
        )
        request = evolve(common, messages=(*opening, *feedback_messages))
        if as_schema:
            wanted_schema = (
                compact_part if lists_fields else keep_first_descriptions(compact_part, ids)
            )
            requests.append(evolve(request, response_schema=wanted_schema))
        else:
            tools = (finalization.build_tool(keep_first_descriptions(compact_part, ids)),)
            requests.append(evolve(request, tools=tools, tool_choice=REQUIRED))
    return tuple(requests)


@lru_cache(maxsize=128)
def _compact_schema(
    part: IdentityKey[Mapping[str, Any]], *, without_descriptions: bool
) -> Mapping[str, Any]:
    """Return the schema with repeated definitions stored once.

    Without descriptions, more definitions count as equal.
    """
    schema = remove_descriptions(part.value) if without_descriptions else part.value
    return inline_rare_definitions(share_definitions(schema, schema, min_saving=1))


def _append_field_list(
    messages: Sequence[Message], schema: Mapping[str, Any], finalization: Finalization
) -> tuple[Message, ...]:
    """Append a description of the fields, because the model does not see the schema."""
    *before, last = messages
    return (
        *before,
        evolve(last, content=f"{last.content}\n\n{finalization.describe_fields(schema)}"),
    )


def _remove_unrelated_ids(
    messages: Sequence[Message],
    finalization: Finalization,
    feedback_text: str,
    schema_text: str,
    brief: str,
) -> tuple[Message, ...]:
    """Remove the lines about ids that the correction does not need, and what stands below them.

    If the schema permits an id that the feedback does not name, or if a remaining line refers to
    it, its line is shortened instead. The ``brief`` does not count as such a line.
    """
    values = finalization.section.manifest.values
    named = {each for each in values if each in feedback_text}
    wanted = named | {each for each in values if each in schema_text}

    limits: Mapping[str, int | None] = {
        each: None if each in named else MAX_ID_WORDS if each in wanted else MAX_REFERENCE_WORDS
        for each in values
    }

    def shorten(text: str, ids: Collection[str]) -> str:
        return select_id_lines(text, limits, ids)

    count = -1
    while count < len(wanted):
        count = len(wanted)
        rest = "\n".join(shorten(each.content.replace(brief, ""), wanted) for each in messages)
        wanted |= values & {*_WORD.findall(rest)}
    return tuple(evolve(each, content=shorten(each.content, wanted)) for each in messages)


def find_repair_basis(attempts: Sequence[Attempt]) -> Attempt | None:
    """Return the newest attempt whose answer contains data to repair, or ``None``."""
    return next((each for each in reversed(attempts) if each.submitted is not None), None)


def _build_feedback(
    finalization: Finalization, attempts: Sequence[Attempt], strategy: RetryStrategy
) -> tuple[Message, ...]:
    """Return messages that quote the faulty data and list its faults.

    After two answers with the same faults, the data is not quoted.
    """
    as_tool = strategy.structured_output is StructuredOutput.TOOL
    tool = finalization.name if as_tool else None
    basis, last = find_repair_basis(attempts), attempts[-1]
    messages: tuple[Message, ...] = ()
    if basis is not None and basis.submitted is not None:
        faults = [_shorten_id_list(each, finalization.wording) for each in basis.faults]
        answer = build_feedback(faults, tool=tool, wording=finalization.wording)
        shown = build_excerpt(basis.submitted, basis.faults, finalization.section.context_fields)
        if len(attempts) > 1 and last.has_same_faults(attempts[-2]):
            messages = (user(answer.to_json()),)
        elif as_tool:
            call = ToolCall(id="submission", name=finalization.name, arguments=shown)
            result = ToolResult(
                call_id=call.id, name=call.name, content=answer.to_json(), is_error=answer.is_error
            )
            messages = (assistant("", (call,)), tool_result(result))
        else:
            messages = (assistant(as_json(shown)), user(answer.to_json()))
    if last.submitted is None and not last.cut_off:
        problem = build_tool_error(last.faults[0].problem, tool, finalization.wording)
        quoted = (assistant(last.text[:MAX_QUOTED_CHARS]),) if last.text.strip() else ()
        messages = (*messages, *quoted, user(problem.to_json()))
    return messages


def _is_about_ids(fault: Fault) -> bool:
    return fault.rule == CLOSED_RULE and SEPARATOR in fault.requirement


def _shorten_id_list(fault: Fault, wording: Mapping[str, Any]) -> Fault:
    """Leave out a long list of allowed ids, because the schema contains the ids, too."""
    if fault.rule != CLOSED_RULE or len(fault.requirement) <= MAX_LISTED_CHARS:
        return fault
    return evolve(fault, requirement=phrase(wording, "manifest.closed.listed"))


MAX_ID_WORDS = 16
"""The number of words, with the id, to which a retry cuts the line about an allowed id."""

MAX_REFERENCE_WORDS = 8
"""The number of words to which a retry cuts the line about an id that other lines name."""

_GAP = re.compile(r"\n{2,}")
_ID = re.compile(r"(?:- )?([\w:-]*\w)(?: = |: )")


def select_id_lines(text: str, limits: Mapping[str, int | None], wanted: Collection[str]) -> str:
    """Return ``text`` without lines about other ids than ``wanted``, and without empty headings.

    ``limits`` has for each known id the most words of its line, or ``None`` for the whole line. A
    line without an id is left out if its paragraph is about unwanted ids only.
    """
    found: list[str] = []
    is_empty = False
    for paragraph in reversed(_GAP.split(text)):
        lines = [(_find_id(each, limits), each) for each in paragraph.split("\n")]
        heads = {name for name, line in lines if name and not line.startswith("- ")}
        has_head = not heads or not heads.isdisjoint(wanted)
        kept = [
            line if (limit := limits.get(name)) is None else beginning_of(line, limit)
            for name, line in lines
            if (name in wanted if name else has_head)
        ]
        is_heading = len(lines) == 1 and (paragraph[:1] == "#" or paragraph[-1:] == ":")
        is_empty = not kept or (is_empty and is_heading)
        if not is_empty:
            found.append("\n".join(kept))
    return "\n\n".join(reversed(found))


def _find_id(line: str, known: Collection[str]) -> str:
    """Return the known id with which ``line`` begins, or ""."""
    found = _ID.match(line)
    return found[1] if found and found[1] in known else ""
