"""Refuse inputs that a provider of ready-made scenes cannot fulfil, before a run begins."""

import re
from collections.abc import Iterator

from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Capabilities
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.run.inputs import (
    CandidateInputs,
    DraftInputs,
    RewriteInputs,
    RewriteSourceInputs,
    RunInputs,
    StageInputs,
)
from questfoundry.domain.story.size import Size
from questfoundry.domain.text.wording import format_language

_FIRST_STAGE = "dream"
_SHORTEST_NOUN = 3
_FILLER = """\
about after again all and another any anything are bad before but can cool could create did
does dont for from fun funny generate get give good great had has have hello help her here him
his how idk interesting into its just like made make maybe more must new nice not nothing okay
one our out please run she short should some something start story tale test than thanks that
the their them then there they thing this very want was were what when where which who why
will with would write yes you your
"""
"""Words that say nothing about a story."""

_NO_NOUNS = frozenset(_FILLER.split())

_ENGLISH_WORDS = "the a an of and to is with who must her his from that for by my"
_FOREIGN_WORDS = """\
und der das ein eine einen ist nicht mit von sich muss den dem les une est dans avec pour qui sur
pas el los las una que con por para del il di nella della gli uma com het een van niet met zijn
och att som
"""
"""Frequent small words of English, and of German, French, Spanish, Italian and others."""

_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_FOREIGN = frozenset(_FOREIGN_WORDS.split())
_FEWEST_FOREIGN = 2


def require_supported(task: str, inputs: RunInputs, capabilities: Capabilities) -> None:
    """Raise ``InputError`` if a provider of ready-made scenes cannot fulfil ``inputs``.

    ``task`` is the name of the run's stage or task. All other models are accepted.
    """
    if not capabilities.is_composed:
        return
    match inputs:
        case StageInputs(source=None):
            _require_stage(task, inputs, capabilities)
        case (
            DraftInputs(stage=stage, written=written)
            | CandidateInputs(stage=stage, written=written)
        ):
            _refuse_notes(getattr(inputs, "wish", ""))
            _require_stage(stage, written, capabilities)
        case RewriteInputs() | RewriteSourceInputs():
            _refuse_notes(inputs.wish)
        case _:
            pass


def _require_stage(stage: str, inputs: StageInputs, capabilities: Capabilities) -> None:
    _refuse_notes(inputs.remark)
    language = inputs.language.partition("-")[0].casefold()
    if language not in capabilities.languages:
        raise InputError(
            f"The scenes of the draft writer are in English, and this story is in "
            f"{format_language(inputs.language)}. A language model writes other languages.",
            remedies=(ChooseModel(),),
        )
    for problem in _list_form_problems(inputs):
        raise InputError(problem, remedies=(ChooseModel(),))
    if stage == _FIRST_STAGE and is_foreign(inputs.beginning):
        raise InputError(
            "The scenes of the draft writer are in English, and this idea seems to be in another "
            "language. Write the idea in English; a language model writes other languages.",
            remedies=(ChooseModel(),),
        )
    if stage == _FIRST_STAGE and not has_noun(inputs.beginning):
        raise InputError(
            f"The idea {inputs.beginning!r} is too short for a story. Say who it is about, where "
            'it happens, and what they must decide, for example: "A ferryman promised his dying '
            'sister to burn her letters."'
        )


def _list_form_problems(inputs: StageInputs) -> Iterator[str]:
    if inputs.size not in {None, Size.MICRO}:
        yield (
            f"The draft writer makes stories of the size micro, not {inputs.size}. Choose the size "
            "micro; a language model writes longer stories."
        )
    if inputs.shape is not None:
        yield (
            f"The draft writer follows the shape of its scenes, not {inputs.shape}. Leave the "
            "shape out; a language model plans other shapes."
        )


def _refuse_notes(note: str) -> None:
    if note.strip():
        raise InputError(
            f"The draft writer cannot follow the note {note.strip()!r}: its scenes are finished. "
            "A language model rewrites them. You can also edit the text yourself.",
            remedies=(ChooseModel(),),
        )


def is_foreign(idea: str) -> bool:
    """Return whether ``idea`` has more small words of other languages than of English.

    An idea in another script is foreign, too.
    """
    words = re.findall(r"[^\W\d_]+", idea.lower())
    letters = "".join(words)
    if sum(each > "\u024f" for each in letters) > len(letters) / 2:  # the end of Latin letters
        return True
    foreign, english = (sum(each in known for each in words) for known in (_FOREIGN, _ENGLISH))
    return foreign >= _FEWEST_FOREIGN and foreign > english


def has_noun(idea: str) -> bool:
    """Return whether ``idea`` contains a word that says something about a story."""
    words = re.findall(r"[^\W\d_]+", idea.lower())
    return any(len(each) >= _SHORTEST_NOUN and each not in _NO_NOUNS for each in words)
