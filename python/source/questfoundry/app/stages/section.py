"""Sections: the parts of an artifact that are requested separately, each with its own rules."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Generic, TypeVar, cast

from attrs import field, frozen
from pydantic import ValidationError

from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.former_names import former_arguments, former_names
from questfoundry.domain.run.request_subjects import IdMention, SectionSubject

Result = TypeVar("Result", bound=Artifact)
"""The type of a section's result."""


def list_ids(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the text that lists ids for a model: one line ``id = text`` for each pair."""
    return "\n".join(f"{identifier} = {text}" for identifier, text in pairs)


def list_mentions(mentions: Iterable[IdMention]) -> str:
    """Return the text that lists ``mentions`` for a model: one line ``id = words`` for each."""
    return list_ids((each.id, _describe(each)) for each in mentions)


def _describe(mention: IdMention) -> str:
    if not mention.name:
        return mention.text
    return f"{mention.name}{' (the player)' if mention.is_played else ''}: {mention.text}"


def find_no_faults(_: Artifact) -> Sequence[Fault]:
    """Return no faults; the check of a section whose schema expresses every rule."""
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
class Section(Generic[Result]):
    """A part of an artifact that a model is asked for; a small stage has only one.

    The result is a value of ``model``. ``template`` and ``guide`` name the section's texts below
    ``prompts/``; only that template sees ``variables``. ``path`` is the section's field path in the
    artifact, empty if its fields are the artifact's own. ``check`` returns the broken rules.
    ``last_resort`` repairs an answer that breaks rules in the last attempt, too, or returns
    ``None``. ``settled_ids`` are ids whose parts of the brief the section does not need.
    ``soft_rules`` are rules whose faults are reported to the model only once. ``joined`` returns a
    section that joins this section with later sections, or ``None``; models that can answer many
    sections at once are asked for the joined section. ``split_answer`` divides the answer of a
    joined section by section name. ``in_brief`` means that a brief can contain the section as data.
    ``preset`` is the result if no decision is left; no model is asked then. ``context_fields`` are
    fields to show when only other fields are requested again. ``has_field_descriptions`` means that
    the template describes each field, so that the prompt adds only their form. ``about`` says what
    the section is about, as values for providers in this process; the template sees the mentions in
    ``about`` as the variable ``known``.
    """

    name: str
    model: type[Result]
    template: str
    guide: str
    manifest: Manifest = field(factory=Manifest)
    check: Callable[[Result], Sequence[Fault]] = field(default=find_no_faults)
    last_resort: Callable[[Result], Artifact | None] | None = None
    variables: Mapping[str, Any] = field(factory=dict[str, Any])
    path: str = ""
    settled_ids: tuple[str, ...] = ()
    soft_rules: frozenset[str] = frozenset()
    joined: Callable[[], Section[Any] | None] | None = None
    split_answer: Callable[[Result], Mapping[str, Artifact]] | None = None
    in_brief: bool = False
    preset: Result | None = None
    context_fields: tuple[str, ...] = ()
    has_field_descriptions: bool = False
    about: SectionSubject = field(factory=SectionSubject)

    @property
    def template_variables(self) -> Mapping[str, Any]:
        """The values that the section's template can use, by name."""
        return {"known": list_mentions(self.about.mentions), **self.variables}

    def results_from(self, answer: Result) -> Mapping[str, Artifact]:
        """Return the results in ``answer`` by section name; a joined section has several."""
        return self.split_answer(answer) if self.split_answer else {self.name: answer}

    def data_in(self, artifact: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the part of the data of a whole artifact that a model gave for this section.

        Fields that code added, such as ids, and fields that are no longer requested are left out.
        The result is empty if the artifact lacks the section.
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

    def part_of(self, artifact: Artifact) -> Result | None:
        """Return this section's part of a whole ``artifact``, or ``None`` if it is missing."""
        if not self.path:
            return self.model(**{name: getattr(artifact, name) for name in self.model.model_fields})
        field_name, _, key = self.path.partition(".")
        found = getattr(artifact, field_name)
        part: Result | None = found.get(key) if key else found
        return part


SectionFlow = Generator[Section[Any], Any, Artifact]
"""The sections of an artifact in order; each yields its result, and the artifact is returned."""


def request_section(section: Section[Result]) -> Generator[Section[Any], Any, Result]:
    """Yield ``section`` to the driver of a stage, and return its result."""
    result: Result = yield section
    return result
