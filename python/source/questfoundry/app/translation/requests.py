"""Request the translations of a passage's lines from a model, and prove the answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from attrs import frozen

from questfoundry.app.phases.single_section import request_artifact
from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Rules, Section
from questfoundry.app.translation.workbook import Workbook
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.translation import TranslatedLines
from questfoundry.domain.fault import Fault
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.translations import Glossary
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.prose import clean_text
from questfoundry.domain.story.story import Story
from questfoundry.domain.translation.context import ContextFinder
from questfoundry.domain.translation.lines import StoryLine

MOST_LINES = 40
"""The most lines in one request, so that the answer fits a usual limit."""

ATTEMPTS = 2
"""The number of requests for a line: after a faulty answer, only its faulty lines come again."""

SECTION = "translation"
_WORDS_OF_ID = 8
"""The words for the id and the field names of a line in an answer."""

_SAMPLES = 3
"""The number of earlier translations in a request, for the tone and the form of address."""


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
            name=SECTION,
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
            attempts=ATTEMPTS,
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
        if part and (each.passage != part[0].passage or len(part) == MOST_LINES):
            yield part
            part = []
        part.append(each)
    if part:
        yield part
