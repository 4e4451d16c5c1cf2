"""A section: the part of an artifact that a model is asked for by itself, with its own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, cast

from attrs import field, frozen
from pydantic import ValidationError

from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.former_names import former_arguments, former_names

Check = Callable[[Artifact], Sequence[Fault]]
"""The rules that a schema cannot say; empty where all hold."""

SectionResults = Mapping[str, Artifact]
"""The sections of an artifact that are valid already, by name, in order."""


def list_ids(pairs: Iterable[tuple[str, str]]) -> str:
    """How ids and what they stand for are listed for a model: ``id = text``, a line each."""
    return "\n".join(f"{identifier} = {text}" for identifier, text in pairs)


def find_no_faults(_: Artifact) -> Sequence[Fault]:
    """The check of a section whose schema says everything."""
    return ()


@former_arguments(
    at="path",
    beside="context_fields",
    given="preset",
    parted="split_answer",
    settled="settled_ids",
    told="has_field_descriptions",
    wishes="soft_rules",
)
@former_names(
    at="path",
    beside="context_fields",
    given="preset",
    made_of="results_from",
    parted="split_answer",
    settled="settled_ids",
    told="has_field_descriptions",
    wishes="soft_rules",
)
@frozen(kw_only=True)
class Section:
    """A part of an artifact that is serialized by itself; a small stage has only one.

    ``template`` and ``guide`` are its words below ``prompts/``; ``variables`` are what only
    that template may speak of. ``at`` is where the section stands in the artifact, empty
    where its fields are the artifact's own. ``last_resort`` is what code makes of an answer of
    right form that breaks the rules at the last attempt, too. ``settled`` are ids of which the
    section needs nothing from the brief. ``wishes`` are rules that are asked for once, and then
    let be. Where several sections are asked for as one, ``parted`` says what each of them has of
    the answer, by its name. ``in_brief`` says that a brief may hold it as data. ``given`` is what
    code makes of a section in which nothing is left to decide; no model is asked for it. ``beside``
    are fields that are shown whenever only others are asked for again, since these speak of them.
    ``told`` says that the template says what each field is, so that their form is left to say.
    """

    name: str
    model: type[Artifact]
    template: str
    guide: str
    manifest: Manifest = field(factory=Manifest)
    check: Check = field(default=find_no_faults)
    last_resort: Callable[[Artifact], Artifact | None] | None = None
    variables: Mapping[str, Any] = field(factory=dict[str, Any])
    path: str = ""
    settled_ids: tuple[str, ...] = ()
    soft_rules: frozenset[str] = frozenset()
    split_answer: Callable[[Artifact], SectionResults] | None = None
    in_brief: bool = False
    preset: Artifact | None = None
    context_fields: tuple[str, ...] = ()
    has_field_descriptions: bool = False

    def results_from(self, answer: Artifact) -> SectionResults:
        """What an answer makes: this section, or those that were asked for as one."""
        return self.split_answer(answer) if self.split_answer else {self.name: answer}

    def data_in(self, artifact: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a model gave for this section, of a whole artifact's data; empty where it is not.

        What code added to it, such as ids, is left out, and what is no longer asked for.
        """
        for step in self.path.split(".", 1) if self.path else ():
            artifact = artifact.get(step, {})
        part = {name: artifact[name] for name in self.model.model_fields if name in artifact}
        part = deepcopy(part)
        for name, ids in self.manifest.sections.items():
            if isinstance(part.get(name), Mapping):
                part[name] = {each: part[name][each] for each in ids if each in part[name]}
        try:
            self.model.model_validate(part)
        except ValidationError as problem:
            for each in problem.errors(include_url=False, include_context=False):
                if each["type"] == "extra_forbidden":
                    last, holder = each["loc"][-1], cast(Any, part)
                    for key in each["loc"][:-1]:
                        holder = holder[key]
                    del holder[last]
        return part

    def part_of(self, artifact: Artifact) -> Artifact | None:
        """What stands in a whole artifact of this section; ``None`` where that is missing."""
        if not self.path:
            return self.model(**{name: getattr(artifact, name) for name in self.model.model_fields})
        field_name, _, key = self.path.partition(".")
        found = getattr(artifact, field_name)
        part: Artifact | None = found.get(key) if key else found
        return part
