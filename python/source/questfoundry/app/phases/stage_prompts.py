"""Render a stage's prompt templates with the values that all of its requests share."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from attrs import frozen

from questfoundry.app.phases.material import render_material
from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.events.stages import PromptCompiled
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.wording import Prompt


def get_brief_marker(prompts: PromptRepository) -> str:
    """Return the line that precedes the brief in a reply, as worded in ``prompts/brief.yaml``."""
    return str(prompts.wording("brief")["mark"])


def get_data_marker(prompts: PromptRepository) -> str:
    """Return the line that precedes the data in a reply, as worded in ``prompts/brief.yaml``."""
    return str(prompts.wording("brief")["data_mark"])


def extract_brief(reply: str, marker: str) -> str:
    """Return the text below the first ``marker`` line of ``reply``, without further marker lines.

    Return "" if there is no marker line. The first of several marker lines counts, because a brief
    that is too long does less harm than a brief that is too short.
    """
    _, *below = _compile_marker(marker).split(reply)
    return "\n".join(part.strip("\n") for part in below).strip()


def extract_notes(reply: str, marker: str) -> str:
    """Return the text above the first ``marker`` line of ``reply``, or "" without such a line."""
    above, *below = _compile_marker(marker).split(reply, maxsplit=1)
    return above.strip() if below else ""


@lru_cache(maxsize=8)
def _compile_marker(marker: str) -> re.Pattern[str]:
    words = re.escape(marker.strip("[]"))
    return re.compile(
        rf"^[ \t]*[#*_>`]*[ \t]*\[?{words}\]?[ \t]*:?[*_`]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE
    )


def render_shared_texts(
    prompts: PromptRepository, variables: Mapping[str, Any]
) -> Mapping[str, str]:
    """Return the texts that all requests for data share, by the name of their variable."""
    shared = prompts.render("templates/data_request", variables).sections
    premise = render_premise(prompts, variables)
    return {"premise": premise, **{name.replace("-", "_"): shared[name] for name in shared}}


def render_premise(prompts: PromptRepository, variables: Mapping[str, Any]) -> str:
    """Return the story in short, from the idea to the voice; empty before there is a vision."""
    return prompts.render("templates/premise", variables)["premise"]


_LEAD = re.compile(r"[ \t]*((?:[-*•]|\d{1,2}[.)])[ \t])?[\s#*_`\"'\[(]*")

_HEADING = re.compile(r"#|\*\*.{1,100}$|.*:$|[A-Z][A-Z ]+\.?$")
"""A heading: Markdown, a bold start, a final colon, or a line in capitals."""


def remove_parts(brief: str, ids: Collection[str], *, known_ids: Collection[str]) -> str:
    """Return ``brief`` without the parts that are about ``ids`` alone.

    ``known_ids`` are all ids that can have a part in the brief. A part starts with a line that
    begins with an id, after an optional list marker. A list item is a part of its own. Any other
    part ends before the next part, a heading, or a paragraph that is not a list item. If all lines
    below a heading are removed, the heading is removed, too.
    """
    lines = brief.split("\n")
    removed: set[int] = set()
    for start in range(len(lines)):
        line = lines[start]
        lead = _LEAD.match(line)
        rest = line[lead.end() :] if lead else ""
        named = {
            each
            for each in known_ids
            if each in line and re.search(rf"{re.escape(each)}(?![\w-])", line)
        }
        if named and named <= {*ids} and rest.startswith(tuple(named)):
            is_item = bool(lead and lead[1])
            removed |= {start} if is_item else {start, *_find_part_lines(lines, start, known_ids)}
    removed |= {*_find_empty_headings(lines, removed)}
    remaining = "\n".join(line for number, line in enumerate(lines) if number not in removed)
    return re.sub(r"\n{3,}", "\n\n", remaining).strip()


def _find_empty_headings(lines: Sequence[str], removed: Collection[int]) -> Iterator[int]:
    for number in range(len(lines) - 1):
        if number in removed or number + 1 not in removed or not _HEADING.match(lines[number]):
            continue
        after = next(each for each in range(number + 1, len(lines) + 1) if each not in removed)
        if after == len(lines) or not lines[after].strip():
            yield number


def _find_part_lines(lines: Sequence[str], start: int, ids: Collection[str]) -> Iterator[int]:
    for number in range(start + 1, len(lines)):
        lead = _LEAD.match(lines[number])
        rest = lines[number][lead.end() :] if lead else ""
        continues_part = bool(lead and lead[1]) or lines[number][:1].isspace()
        starts_part = lines[number].strip() and not lines[number - 1].strip() and not continues_part
        if starts_part or rest.startswith(tuple(ids)) or lines[number].startswith("#"):
            return
        yield number


@frozen(kw_only=True, slots=False)
class StagePrompts:
    """The prompts of one stage, rendered for the models of its phases.

    ``idea``: the author's idea, whether typed or read from an outline.
    """

    stage: ArtifactStage
    story: Story
    inputs: StageInputs
    idea: str
    providers: PhaseProviders
    prompts: PromptRepository
    events: EventSink

    def select_material(self, query: str, phase: Phase) -> str:
        """Return the author's material that matches ``query``, quoted for ``phase``'s model."""
        return render_material(
            query,
            self.inputs.material,
            self.prompts,
            self.providers.get_provider(phase).traits,
            for_prose=self.stage.writes_prose,
        )

    def max_previous_tokens(self, *phases: Phase) -> int:
        """Return how many tokens of a previous artifact fit into requests of ``phases``."""
        windows = (
            self.providers.get_provider(each).traits.capabilities.context_window for each in phases
        )
        return min(windows) // 4

    @property
    def short_idea(self) -> str:
        """The first sentence of the vision, or the idea as long as there is no vision."""
        vision = self.story.vision
        return vision.creative_vision.split(". ")[0].strip() if vision else self.idea.strip()

    @cached_property
    def plain_modes(self) -> Prompt:
        """The texts for each mode of Discuss, without descriptions of fields."""
        return self.render_modes("")

    def render_modes(self, fields: str) -> Prompt:
        """Return the texts for each mode of Discuss; ``fields`` describes the data."""
        marks = {"mark": get_brief_marker(self.prompts), "data_mark": get_data_marker(self.prompts)}
        has_tools = self.providers.discuss.traits.capabilities.tools
        return self.render_stage_template(
            "modes", Phase.DISCUSS, **marks, fields=fields, has_tools=has_tools
        )

    @cached_property
    def _variables(self) -> Mapping[str, Any]:
        own = self.stage.variables(self.story, self.inputs)
        texts = {name: each for name, each in own.items() if isinstance(each, str)}
        return {
            "premise": render_premise(self.prompts, {**own, "said": self.inputs.said}),
            "idea": self.idea.strip(),
            "remark": self.inputs.remark.strip(),
            "said": self.inputs.said,
            "purpose": self.stage.summary,
            "given": {name: each for name, each in texts.items() if name != "language"},
            **own,
        }

    def render_stage_template(self, name: str, phase: Phase, **more: Any) -> Prompt:
        """Return the stage's own template ``name``, rendered like :meth:`render`."""
        return self.render(f"templates/{self.stage.name}/{name}", phase, **more)

    def render_data_request(self, template: str, variables: Mapping[str, Any]) -> Prompt:
        """Return ``template`` rendered for Serialize, with the texts that data requests share."""
        shared = render_shared_texts(self.prompts, {**self._variables, **variables})
        return self.render(template, Phase.SERIALIZE, **variables, **shared)

    def render(self, template: str, phase: Phase, **more: Any) -> Prompt:
        """Return ``template`` rendered for the model of ``phase``; ``more`` are further values."""
        style = self.providers.get_provider(phase).traits.profile.prompt_style
        prompt = self.prompts.render(template, {**self._variables, **more}, style)
        self.events.emit(PromptCompiled(template=template, source=prompt.source))
        return prompt
