"""Let a model translate the lines that are new or stale, passage by passage."""

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import Ledger, ledger_of_paid
from questfoundry.app.translation.requests import TranslationRequests, split_lines
from questfoundry.app.translation.workbook import Translations, Workbook
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import InputError
from questfoundry.domain.events.stages import PassageWritten, WritingStarted
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.translations import Translation
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.run.inputs import TranslationInputs
from questfoundry.domain.run.record import PaidUsage
from questfoundry.domain.translation.context import ContextFinder
from questfoundry.domain.translation.lines import StoryLine
from questfoundry.domain.translation.proof import LineFault, find_surprising_lengths

TASK = "translate"
"""The task of a run that translates."""

_PROMPT_TOKENS = 900
"""The tokens of a request without the lines."""


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
