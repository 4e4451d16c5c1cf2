"""Let a model translate new and stale lines, passage by passage, and prove its answers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from attrs import field, frozen
from pydantic import Field

from questfoundry.app.phases.single_section import request_artifact
from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import Ledger, ledger_of_paid
from questfoundry.app.stages.section import Rules, Section
from questfoundry.app.translation.workbook import Translations, Workbook
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import InputError
from questfoundry.domain.events.stages import PassageWritten, WritingStarted
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact, SomeById
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.translations import Glossary, Translation
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.run.inputs import TranslationInputs
from questfoundry.domain.run.record import PaidUsage
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.prose import clean_text
from questfoundry.domain.story.story import Story
from questfoundry.domain.translation.context import ContextFinder
from questfoundry.domain.translation.lines import StoryLine
from questfoundry.domain.translation.proof import LineFault, find_surprising_lengths

TASK = "translate"
"""The task of a run that translates."""

_PROMPT_TOKENS = 900  # The tokens of a request without the lines

_MOST_LINES = 40  # The most lines in one request, so that the answer fits a usual limit
_ATTEMPTS = 2  # The requests for a line: after a faulty answer, only its faulty lines come again
_WORDS_OF_ID = 8  # The words for the id and the field names of a line in an answer
_SAMPLES = 3  # The earlier translations in a request, for the tone and the form of address


@frozen(kw_only=True)
class TranslateResult:
    """The result of a translation by a model.

    ``translated``: the number of lines that this run translated. ``warnings``: surprising lengths.
    ``run``: the id of the run; empty if no line was open.
    """

    workbook: Workbook = field(repr=False)
    translated: int
    warnings: Sequence[LineFault]
    run: str
    ledger: Ledger


@frozen(kw_only=True)
class TranslateStoryUseCase:
    """A use case that translates the open lines of a story, or continues an interrupted run.

    Translations are stored after each answer, so a later run asks only for lines that are still
    new or stale.
    """

    _translations: Translations
    _runs: RunOpener
    _prompts: PromptRepository

    def estimate(self, language: str) -> Ledger:
        """Return the probable calls, tokens and cost of :meth:`execute`.

        Raise ``InputError`` if the story is not written yet, or the model cannot translate.
        """
        lines = self._translations.open(language).repeat_labels().open_lines
        providers = self._runs.choose_providers()
        _require_translator(providers)
        tokens = sum(estimate_tokens(each.text) for each in lines)
        calls = sum(1 for _ in split_lines(lines))
        usage = Usage(
            calls=calls,
            input_tokens=calls * _PROMPT_TOKENS + tokens,
            output_tokens=tokens,
            estimated=True,
        )
        paid = PaidUsage(scope=TASK, model=str(providers.discuss.model), usage=usage, seconds=0)
        return ledger_of_paid([paid] if calls else [], self._runs.prices)

    async def execute(self, language: str) -> TranslateResult:
        """Translate all lines that are new or stale.

        A line whose answers stay faulty remains open. Raise ``InputError`` if the story is not
        written yet, or the model cannot translate.
        """
        with self._translations.store.lock.hold(TASK):
            workbook, run_id, ledger = self._translations.open(language), "", Ledger()
            lines, workbook = workbook.open_lines, self._repeat_labels(workbook)
            if workbook.open_lines:
                inputs = TranslationInputs(language=language)
                with self._runs.open_newest(TASK, inputs, _require_translator) as run:
                    workbook = await self._translate(workbook, run)
                run_id, ledger = run.id, self._runs.read_ledger(run)
        rest = {each.id for each in workbook.open_lines}
        done = [each for each in lines if each.id not in rest]
        return TranslateResult(
            workbook=workbook,
            translated=len(done),
            warnings=list(find_surprising_lengths(done, workbook.texts)),
            run=run_id,
            ledger=ledger,
        )

    async def _translate(self, workbook: Workbook, run: Run) -> Workbook:
        requests = TranslationRequests(
            run=run,
            prompts=self._prompts,
            story=self._translations.load_story(),
            glossary=self._translations.read_glossary(),
        )
        parts = [*split_lines(workbook.open_lines)]
        model = str(run.providers.discuss.model)
        run.events.emit(WritingStarted(model=model, passages=len(parts)))
        for done, part in enumerate(parts, 1):
            still_open = {each.id for each in workbook.open_lines}
            part = [each for each in part if each.id in still_open]
            if not part:
                continue
            texts = await requests.request_lines(workbook, part)
            workbook = self._repeat_labels(workbook.add(_build_translations(part, texts)))
            run.events.emit(_describe_part(workbook, part, texts, done, len(parts)))
        return workbook

    def _repeat_labels(self, workbook: Workbook) -> Workbook:
        repeated = workbook.repeat_labels()
        self._translations.save(repeated)
        return repeated


def _describe_part(
    workbook: Workbook, part: Sequence[StoryLine], texts: Mapping[str, str], done: int, total: int
) -> PassageWritten:
    context = ContextFinder(workbook.edition).find(part[0])
    return PassageWritten(
        passage=part[0].passage,
        title=context.passage or workbook.edition.title,
        done=done,
        total=total,
        words=sum(len(each.split()) for each in texts.values()),
        findings=(),
    )


def _build_translations(
    lines: Sequence[StoryLine], texts: Mapping[str, str]
) -> Mapping[str, Translation]:
    sources = {each.id: each.source for each in lines}
    return {name: Translation(source=sources[name], text=text) for name, text in texts.items()}


def _require_translator(providers: PhaseProviders) -> None:
    model = providers.discuss
    if not model.traits.capabilities.comprehension:
        raise InputError(
            f"{model.model} cannot translate a story. Choose a larger model.",
            remedies=(ChooseModel("discuss"),),
        )


class TranslatedLine(Artifact):
    """The translation of a line."""

    text: Annotated[str, Field(min_length=1, max_length=20_000)]


class TranslatedLines(Artifact):
    """The translations of several lines, by line id."""

    lines: SomeById[TranslatedLine]


class TranslationRules(Rules):
    """The rules for translations, which the proof of a translator's file checks, too."""

    stage: ClassVar[str] = "translate"

    def list_faults(self, workbook: Workbook, answer: TranslatedLines) -> Sequence[Fault]:
        """Return a fault for each faulty line of ``answer``."""
        return [
            self.make_fault(
                each.rule.name.lower(),
                f"lines.{each.line}.text",
                provided=answer.lines[each.line].text,
                detail=each.detail,
            )
            for each in workbook.find_faults(texts_of(answer))
            if each.line in answer.lines
        ]


@frozen(kw_only=True)
class TranslationRequests:
    """An object that asks the writing model of ``run`` for translations of ``story``."""

    run: Run
    prompts: PromptRepository
    story: Story
    glossary: Glossary

    async def request_lines(
        self, workbook: Workbook, part: Sequence[StoryLine]
    ) -> Mapping[str, str]:
        """Return the translations of the lines in ``part``, of one passage, by line id.

        Lines that are still faulty after the last attempt are left out.
        """
        rules = TranslationRules(self.prompts)

        def remove_faulty(answer: TranslatedLines) -> TranslatedLines | None:
            faulty = {each.line for each in workbook.find_faults(texts_of(answer))}
            sound = {name: each for name, each in answer.lines.items() if name not in faulty}
            return answer.model_copy(update={"lines": sound})

        section = Section(
            name="translation",
            model=TranslatedLines,
            template="templates/translate/lines",
            guide="fields/translate",
            manifest=Manifest(sections={"lines": tuple(each.id for each in part)}),
            check=lambda answer: rules.list_faults(workbook, answer),
            last_resort=remove_faulty,
            is_creative=True,
            answer_words=sum(_WORDS_OF_ID + len(each.text.split()) for each in part),
        )
        model = self.run.bind_model(Phase.DISCUSS, f"{workbook.language}:{part[0].id}")
        answer = await request_artifact(
            model,
            section,
            self._build_variables(workbook, part),
            run=self.run,
            prompts=self.prompts,
            attempts=_ATTEMPTS,
        )
        return texts_of(answer)

    def _build_variables(self, workbook: Workbook, part: Sequence[StoryLine]) -> Mapping[str, Any]:
        contexts = ContextFinder(workbook.edition)
        wanted = {each.id for each in part}
        language, glossary = workbook.language, self.glossary
        terms = {term: each[language] for term, each in glossary.terms.items() if language in each}
        names = (each.name for each in self.story.list_kept_entities(EntityKind.CHARACTER))
        return {
            "title": workbook.edition.title,
            "source_language": workbook.edition.language,
            "language": language,
            "voice": self.story.voice,
            "keep": [each for each in (*names, *glossary.keep) if each not in terms],
            "terms": terms,
            "notes": glossary.notes.get(language, ""),
            "samples": [
                {"text": each.text, "translation": workbook.texts[each.id]}
                for each in workbook.book.lines
                if each.id in workbook.texts and each.kind is TextKind.PROSE
            ][:_SAMPLES],
            "passage": contexts.find(part[0]),
            "lines": [
                {
                    "id": each.id if each.id in wanted else "",
                    "kind": each.kind,
                    "text": each.text,
                    "context": contexts.find(each),
                    "translation": workbook.texts.get(each.id, ""),
                }
                for each in workbook.book.lines
                if each.passage == part[0].passage
            ],
        }


def texts_of(answer: TranslatedLines) -> dict[str, str]:
    """Return the translations in ``answer`` by line id, cleaned."""
    return {name: clean_text(each.text).strip() for name, each in answer.lines.items()}


def split_lines(lines: Sequence[StoryLine]) -> Iterator[Sequence[StoryLine]]:
    """Yield ``lines`` in parts, each for one request: at most 40 lines of one passage."""
    part = list[StoryLine]()
    for each in lines:
        if part and (each.passage != part[0].passage or len(part) == _MOST_LINES):
            yield part
            part = []
        part.append(each)
    if part:
        yield part
