"""Sections: the parts of an artifact that are requested separately, their rules and requests."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Generic, TypeVar, cast

from attrs import evolve, field, frozen
from pydantic import ValidationError

from questfoundry.domain.answer.feedback import build_fault
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.fault import Fault, FaultCategory
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.former_names import former_arguments, former_names
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.run.request_subjects import IdMention, SectionSubject
from questfoundry.domain.story.dilemma import Dilemma
from questfoundry.domain.story.entity import Entity


def mention_entities(entities: Iterable[Entity]) -> tuple[IdMention, ...]:
    """Return a mention (an id with words that explain it) of each entity: name and description."""
    return tuple(
        IdMention(id=each.id, name=each.name, text=each.description, is_played=each.played)
        for each in entities
    )


def mention_questions(dilemmas: Iterable[Dilemma]) -> tuple[IdMention, ...]:
    """Return a mention (an id with words that explain it) of each dilemma: its question."""
    return tuple(IdMention(id=each.id, text=each.question) for each in dilemmas)


def mention_texts(texts: Mapping[str, str]) -> tuple[IdMention, ...]:
    """Return a mention of each id in ``texts``, which maps an id to the text that explains it."""
    return tuple(IdMention(id=each, text=text) for each, text in texts.items())


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
    """A part of an artifact that a model is asked for; a small stage has only one section.

    ``model``: the type of the result.
    ``template``, ``guide``: the section's texts below ``prompts/``, by default
        ``templates/<stage>/<name>`` (``serialize`` for a section with the stage's name) and
        ``fields/<stage>``.
    ``check``: returns a fault for each broken rule.
    ``last_resort``: repairs the last attempt, or returns ``None``.
    ``variables``: the values that only this section's template sees.
    ``path``: the field path in the artifact; empty if the section's fields are the artifact's own.
    ``settled_ids``: ids whose parts of the brief the section does not need.
    ``soft_rules``: rules whose faults are reported to the model only once.
    ``joined``: returns a section that joins this section with later sections, or ``None``; only
        capable models are asked for the joined section.
    ``split_answer``: divides the answer of a joined section by section name.
    ``in_brief``: whether a brief can contain the section as data.
    ``preset``: the result if no decision is left; no model is asked then.
    ``context_fields``: fields that a retry shows, even if it asks only for other fields.
    ``has_field_descriptions``: whether the template describes each field, so that the prompt adds
        only the form of the fields.
    ``is_creative``: whether the answer is invented, so that its temperature is that of Discuss.
    ``answer_words``: the number of words in a large answer, with the names of its fields.
    ``about``: the subject of the section as structured data, for providers in this process; the
        template sees its mentions as the variable ``known``.
    """

    name: str
    model: type[Result]
    template: str = ""
    guide: str = ""
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
    is_creative: bool = False
    answer_words: int = 0
    about: SectionSubject = field(factory=SectionSubject)

    @property
    def template_variables(self) -> Mapping[str, Any]:
        """The values that the section's template can use, by name."""
        return {"known": list_mentions(self.about.mentions), **self.variables}

    def template_in(self, stage: str) -> str:
        """Return the path of the template below ``prompts/``, for a section of ``stage``."""
        name = "serialize" if self.name == stage else self.name.partition(".")[0]
        return self.template or f"templates/{stage}/{name}"

    def results_from(self, answer: Result) -> Mapping[str, Artifact]:
        """Return the results in ``answer`` by section name; a joined section has several."""
        return self.split_answer(answer) if self.split_answer else {self.name: answer}

    def data_in(self, artifact: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the data that a model gave for this section, from the data of a whole artifact.

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

    def adapt(self, change: Callable[[Section[Any]], Section[Any]]) -> Section[Result]:
        """Return the section changed by ``change``, like the joined section that may replace it."""
        join = self.joined

        def adapt_joined() -> Section[Any] | None:
            joined = join() if join else None
            return change(joined) if joined else None

        return evolve(change(self), joined=adapt_joined)

    def part_of(self, artifact: Artifact) -> Result | None:
        """Return this section's part of a whole ``artifact``, or ``None`` if it is missing."""
        if not self.path:
            return self.model(**{name: getattr(artifact, name) for name in self.model.model_fields})
        field_name, _, key = self.path.partition(".")
        found = getattr(artifact, field_name)
        part: Result | None = found.get(key) if key else found
        return part


SectionFlow = Generator[Section[Any], Any, Artifact]
"""A generator that yields sections in order, receives their results, and returns the artifact."""


def request_section(section: Section[Result]) -> Generator[Section[Any], Any, Result]:
    """Yield ``section`` to the driver of a stage, and return its result."""
    result: Result = yield section
    return result


class SectionRequests:
    """A driver of ``flow``, a stage's generator of sections, that offers one section at a time.

    ``section`` is the section to request, or ``None`` once the stage has finished its ``artifact``.
    ``count`` is the number of sections with a result. A section with a preset result is not
    requested. If ``is_batching`` is true, the joined form of a section is requested where there is
    one; its answer then also contains the results of later sections.
    """

    def __init__(self, flow: SectionFlow, *, is_batching: bool) -> None:
        self.section: Section[Any] | None = None
        self.count = 0
        self._flow = flow
        self._is_batching = is_batching
        self._artifact: Artifact | None = None
        self._pending = ""
        self._parts: dict[str, Artifact] = {}
        self._advance(None)

    @property
    def artifact(self) -> Artifact:
        """The finished artifact; raise ``RuntimeError`` while a section waits for its answer."""
        if self._artifact is None:
            raise RuntimeError(f"The section {self._pending!r} has no answer yet.")
        return self._artifact

    def submit(self, answer: Artifact) -> None:
        """Accept ``answer`` to ``section``, and continue to the next section to request."""
        if self.section is None:
            raise RuntimeError("All sections are answered.")
        self._parts.update(self.section.results_from(answer))
        self.count += 1
        self._advance(self._parts.pop(self._pending))

    def _advance(self, result: Artifact | None) -> None:
        self.section = None
        try:
            section = self._flow.send(result)
            while known := self._parts.pop(section.name, section.preset):
                self.count += 1
                section = self._flow.send(known)
        except StopIteration as finished:
            self._artifact = finished.value
            return
        joined = section.joined() if self._is_batching and section.joined else None
        self._pending, self.section = section.name, joined or section


@frozen
class Rules:
    """The base class of a stage's rules, which makes the fault to report for a broken rule."""

    prompts: PromptRepository
    stage: ClassVar[str]

    def make_fault(
        self,
        rule: str,
        field: str,
        *,
        category: FaultCategory = FaultCategory.INNER,
        provided: Any = None,
        only_value: str | None = None,
        **values: object,
    ) -> Fault:
        """Build the fault to report if ``field`` breaks ``rule``.

        ``rule`` is the key of a text in ``prompts/rules/<stage>``, and ``values`` fill the
        placeholders of this text. ``provided`` is the faulty value; ``only_value`` is the only
        correct value, if known.
        """
        return build_fault(
            f"{self.stage}.{rule}",
            field,
            self.prompts.wording(f"rules/{self.stage}"),
            values,
            key=rule,
            category=category,
            provided=provided,
            only_value=only_value,
        )
