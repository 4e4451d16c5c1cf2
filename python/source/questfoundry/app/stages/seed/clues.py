"""The section of SEED for the story's central questions, which clues answer.

A clue is taught at a beat. To prove where a player can know a clue, the plan is woven in its own
order and searched. GROW's order keeps the required sequence of clues.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import evolve, frozen

from questfoundry.app.stages.section import Section, mention_entities
from questfoundry.app.stages.seed.apply import apply_seed, clues_of
from questfoundry.app.stages.seed.partial_plan import QUESTIONS, build_question_entries
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import PlanInProgress
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import QuestionDraft, SeedQuestions
from questfoundry.domain.checks.clues import (
    MissingClue,
    find_missing_clues,
    find_unanswered_questions,
)
from questfoundry.domain.fault import Fault
from questfoundry.domain.ids import slugify
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.beat import HOUR, Beat, BeatRole
from questfoundry.domain.story.dilemma import Path
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.order import compute_planned_order
from questfoundry.domain.weaving.plan import read_plans
from questfoundry.domain.weaving.weave import weave

MOST_MOMENTS = 150
"""The maximum number of beats to offer for clues; beyond it, beats after choices are left out."""


@frozen(kw_only=True)
class PlannedMoment:
    """A beat at which the player can learn something.

    ``only``: the answer that a player must give to meet the beat; "" if all players meet it.
    ``ends``: the ending to which the beat belongs, or "".
    """

    beat: Beat
    place: str
    only: str = ""
    ends: str = ""


@frozen(kw_only=True)
class WovenPlan:
    """A plan woven in its own order; no clue can be added to the beats in ``written_beats``."""

    story: Story
    solver: Solver
    written_beats: frozenset[str] = frozenset()

    @property
    def moments(self) -> tuple[PlannedMoment, ...]:
        """The beats to offer for clues, in story order.

        If there are more than ``MOST_MOMENTS``, beats after choices are left out.
        """
        beats = tuple(beat for beat in self.story.beats if beat.id not in self.written_beats)
        for role in (BeatRole.TAIL, BeatRole.COMMIT):
            if len(beats) > MOST_MOMENTS:
                beats = tuple(beat for beat in beats if beat.role is not role)
        return tuple(map(self._build_moment, beats))

    @property
    def places(self) -> tuple[str, ...]:
        """The beat ids of ``moments``: beats that all players meet, latest first, then others."""
        moments = self.moments
        for_all = [each.beat.id for each in moments if not (each.only or each.ends)]
        rest = (each.beat.id for each in moments if each.only or each.ends)
        return (*reversed(for_all), *rest)

    @property
    def endings(self) -> tuple[str, ...]:
        """The ids of the plan's endings."""
        return tuple(dict.fromkeys(beat.ending for beat in self.story.beats if beat.ending))

    def describe_route(self, route: Sequence[str]) -> str:
        """Return the texts of the answers chosen on ``route``, a sequence of choice ids."""
        choices = map(self.solver.structure.choice, route)
        return " ".join(self.story.answer_of(each.takes).text for each in choices if each.takes)

    def add_clues(self, questions: Sequence[QuestionDraft]) -> Story:
        """Return the story with the clues of ``questions``."""
        return evolve(
            self.story, clues=tuple(chain(*map(clues_of, build_question_entries(questions))))
        )

    def _find_parent_path(self, beat: Beat) -> Path | None:
        course = self.story.dilemma(beat.dilemma).course if beat.dilemma else None
        return self.story.path(course.parent_path) if course and course.parent_path else None

    def _build_moment(self, beat: Beat) -> PlannedMoment:
        path = self.story.path_of(beat) or self._find_parent_path(beat)
        dilemma = self.story.dilemma(path.dilemma) if path else None
        chosen = dilemma and dilemma.course and len(dilemma.course.explored_answers) > 1
        return PlannedMoment(
            beat=beat,
            place=self.story.entity_name(beat.location),
            only=self.story.answer_of(path.id).text if path and chosen else "",
            ends=beat.ending or "",
        )


def weave_plan(planned: Story, written_beats: frozenset[str] = frozenset()) -> WovenPlan:
    """Return ``planned`` woven in the plan's own order, with one hour from beat to beat."""
    order = {
        beat.id: number * HOUR
        for number, beat in enumerate(chain(*map(compute_planned_order, read_plans(planned))))
    }
    timed = evolve(
        planned,
        clues=(),
        beats=tuple(evolve(beat, time=order.get(beat.id)) for beat in planned.beats),
    )
    woven = weave(timed)
    story = evolve(timed, beats=woven.beats, structure=woven.structure)
    return WovenPlan(story=story, solver=Solver(woven.structure), written_beats=written_beats)


def build_questions_section(plan: PlanInProgress) -> Section[SeedQuestions] | None:
    """Build the section for the story's questions, their clues, and the beats that teach them.

    Return ``None`` if the author wants no questions.
    """
    if not plan.inputs.questions:
        return None
    woven = weave_plan(apply_seed(plan), plan.written_beats)
    places = woven.places
    return Section(
        name=QUESTIONS,
        model=SeedQuestions,
        is_creative=True,
        manifest=Manifest(
            counts={"questions": plan.preset.questions},
            pins={
                "questions.clues.learnt": places,
                "questions.clues.needs": places,
                "questions.unanswered": woven.endings,
            },
        ),
        check=lambda part: find_question_faults(part, woven, plan.rules),
        last_resort=lambda part: drop_early_reliance(part, woven),
        settled_ids=plan.planned_dilemmas,
        variables={
            "moments": woven.moments,
            "endings": plan.ending_answers,
            "kept": plan.entities,
            "rules": plan.render_rules(QUESTIONS),
        },
        about=SectionSubject(mentions=mention_entities(plan.entities)),
    )


def find_question_faults(
    section: SeedQuestions, plan: WovenPlan, rules: SeedRules
) -> Sequence[Fault]:
    """Return the faults of the questions.

    Questions must differ. A beat that relies on a clue must come after the clue on every route.
    Every route to an ending must teach the answers, unless the question may stay open there.
    """
    known: set[str] = set()
    for number, question in enumerate(section.questions):
        name = slugify(question.question)
        if not name or name in known:
            return [rules.make_fault("same_question", f"questions.{number}.question")]
        known.add(name)
    story, at = plan.add_clues(section.questions), _list_clue_fields(section.questions)
    early = {
        (each.clue.id, each.beat): each for each in find_missing_clues(plan.solver.search, story)
    }
    if early:
        return [
            rules.make_fault(
                "clue_comes_late",
                f"{at[clue]}.needs",
                beat=beat,
                taken=plan.describe_route(each.route) or "nothing",
            )
            for (clue, beat), each in early.items()
        ]
    open_at = {
        (each.clue.id, _find_planned_ending(each, story)): each
        for each in find_unanswered_questions(plan.solver.search, story)
    }
    return [
        rules.make_fault(
            "question_open",
            f"{at[clue]}.learnt",
            ending=ending,
            taken=plan.describe_route(each.route) or "nothing",
            beats=", ".join(dict.fromkeys(_list_moments_on_route(each, plan))),
        )
        for (clue, ending), each in open_at.items()
    ]


def drop_early_reliance(section: SeedQuestions, plan: WovenPlan) -> SeedQuestions:
    """Return the questions, changed so that no beat relies on a clue that some players lack.

    If some players at an ending cannot answer a question, the question may stay open there. The
    loop ends because each round removes a breach.
    """
    unique = {slugify(each.question): each for each in section.questions if slugify(each.question)}
    questions = list(unique.values())
    while True:
        story, at = plan.add_clues(questions), _list_clue_fields(questions)
        breaches = [*find_missing_clues(plan.solver.search, story)]
        breaches += find_unanswered_questions(plan.solver.search, story)
        if not breaches:
            return SeedQuestions(questions=tuple(questions))
        for each in breaches:
            _, number, _, place = at[each.clue.id].split(".")
            questions[int(number)] = _resolve_breach(
                questions[int(number)], int(place), each, story
            )


def _resolve_breach(
    question: QuestionDraft, place: int, breach: MissingClue, story: Story
) -> QuestionDraft:
    if not breach.beat:
        ending = _find_planned_ending(breach, story)
        left = dict.fromkeys((*question.unanswered, ending))
        return question.model_copy(update={"unanswered": tuple(left)})
    clues = list(question.clues)
    needs = tuple(each for each in clues[place].needs if each != breach.beat)
    clues[place] = clues[place].model_copy(update={"needs": needs})
    return question.model_copy(update={"clues": tuple(clues)})


def _list_clue_fields(questions: Sequence[QuestionDraft]) -> Mapping[str, str]:
    return {
        clue.id: f"questions.{number}.clues.{place}"
        for number, question in enumerate(build_question_entries(questions))
        for place, clue in enumerate(clues_of(question))
    }


def _find_planned_ending(breach: MissingClue, story: Story) -> str:
    endings = (beat.ending for beat in story.beats_in(breach.passage) if beat.ending)
    return next(endings, breach.passage.ending)


def _list_moments_on_route(breach: MissingClue, plan: WovenPlan) -> Iterator[str]:
    structure = plan.solver.structure
    targets = [structure.passage(structure.choice(each).target) for each in breach.route]
    moment_ids = {each.beat.id for each in plan.moments}
    for passage in reversed(targets[-4:]):
        yield from (beat for beat in passage.beats if beat in moment_ids)
