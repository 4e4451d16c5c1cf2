"""Build a small story of the author's own, without a model: an opening and two endings."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import fields, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import make_id, slugify
from questfoundry.infra.storage.yaml_artifact_files import render


@frozen(kw_only=True)
class OwnStory:
    """The words of the author from which the first artifacts are built.

    ``question`` is what the player must decide; each of ``first`` and ``second`` is an answer,
    which leads to an ending.
    """

    title: str
    player: str
    other: str
    place: str
    elsewhere: str
    question: str
    first: str
    second: str

    def build_artifacts(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the content of each artifact file, from DREAM to FILL.

        Raise ``InputError`` if a field is empty, or two names or answers are equal.
        """
        self._require_words()
        artifacts = {
            "dream": self._build_vision(),
            "brainstorm": self._build_material(),
            "seed": self._build_plan(),
            "grow": self._build_passages(),
            "fill": {"type": "fill", "version": 1, "voice": _VOICE, "passages": {}},
        }
        for name, data in artifacts.items():
            file = f"artifacts/{name}.yaml"
            yield file, render(data, [], file)

    def _require_words(self) -> None:
        for each in fields(OwnStory):
            if not slugify(getattr(self, each.name)):
                raise InputError("Fill in every field, with letters or digits.")
        for one, two in (
            (self.player, self.other),
            (self.place, self.elsewhere),
            (self.first, self.second),
        ):
            if slugify(one) == slugify(two):
                raise InputError(f"{one!r} occurs twice. Use two different names or answers.")

    @property
    def _ids(self) -> tuple[str, str, str, str]:
        return (
            make_id("character", self.player),
            make_id("character", self.other),
            make_id("location", self.place),
            make_id("location", self.elsewhere),
        )

    def _build_vision(self) -> Mapping[str, Any]:
        return {
            "type": "dream",
            "version": 1,
            "genre": "interactive fiction",
            "subgenre": "choice-based story",
            "tone": "As the author writes it.",
            "themes": [self.question, "what a choice costs"],
            "audience": "General readers.",
            "scope": f"{self.place} and {self.elsewhere}.",
            "size": "micro",
            "style": "Second person, present tense.",
            "creative_vision": f"{self.player} must decide: {self.question}",
            "content_notes": "",
        }

    def _build_material(self) -> Mapping[str, Any]:
        player, other, place, elsewhere = self._ids
        concepts = {
            player: ("character", self.player, f"{self.player} is the player's character."),
            other: ("character", self.other, f"{self.other} has a part in the decision."),
            place: ("location", self.place, "The story begins here."),
            elsewhere: ("location", self.elsewhere, "The story leads here."),
        }
        return {
            "type": "brainstorm",
            "version": 1,
            "size": "micro",
            "entities": [
                {"kind": kind, "name": name, "concept": concept, "id": identifier}
                for identifier, (kind, name, concept) in concepts.items()
            ],
            "played": player,
            "dilemmas": [
                _dilemma(
                    "The Beginning", f"Does {self.player} take part?", "Yes.", "No.", self._ids
                ),
                _dilemma("The Decision", self.question, self.first, self.second, self._ids),
            ],
        }

    def _build_plan(self) -> Mapping[str, Any]:
        return {
            "type": "seed",
            "version": 2,
            "size": "micro",
            "entities": {each: {"decision": "keep"} for each in self._ids},
            "dilemmas": {
                BEGINNING: {"explore": "default", "weight": "soft"},
                DECISION: {"explore": "both", "weight": "hard"},
            },
            "order": [BEGINNING, DECISION],
            "paths": {
                f"path::{name}": {
                    "summary": text,
                    "consequences": [{"text": text, "effect": "none"}],
                }
                for name, text in (
                    ("the-beginning-default", f"{self.player} takes part."),
                    *self._answers(),
                )
            },
            "beats": {
                BEGINNING: {
                    "shared": [self._beat(f"{self.player} meets {self.other}.")],
                    "paths": {
                        "path::the-beginning-default": {
                            "commit": self._beat(f"{self.player} takes part."),
                            "tail": [
                                self._beat(f"{self.player} and {self.other} talk."),
                                self._beat(f"They leave {self.place}.", away=True),
                            ],
                        }
                    },
                },
                DECISION: {
                    "shared": [self._beat(self.question, away=True)],
                    "paths": {
                        f"path::{name}": {
                            "commit": self._beat(text, away=True),
                            "tail": [
                                self._beat("The decision has a cost.", away=True),
                                self._beat("The decision has a reward.", away=True),
                            ],
                        }
                        for name, text in self._answers()
                    },
                },
            },
            "setup": [self._beat(f"{self.player} is at {self.place}.")],
            "epilogues": {
                f"ending::{name}": {"beats": [self._beat("The story ends.", away=True)]}
                for name, _ in self._answers()
            },
        }

    def _answers(self) -> tuple[tuple[str, str], tuple[str, str]]:
        return (("the-decision-default", self.first), ("the-decision-alternative", self.second))

    def _beat(self, summary: str, *, away: bool = False) -> Mapping[str, Any]:
        player, other, place, elsewhere = self._ids
        return {
            "summary": summary,
            "location": elsewhere if away else place,
            "entities": [player, other],
        }

    def _build_passages(self) -> Mapping[str, Any]:
        opening = ("setup-1", "the-beginning-shared-1", "the-beginning-default-commit-1")
        middle = ("the-beginning-default-tail-1", "the-beginning-default-tail-2")
        return {
            "type": "grow",
            "version": 2,
            "title": self.title,
            "hook": self.question,
            "onward": "Go on",
            "scenes": {},
            "endings": {f"ending::{name}": {"name": text[:60]} for name, text in self._answers()},
            "start": "passage::opening",
            "passages": [
                {
                    "id": "passage::opening",
                    "title": self.place,
                    "beats": [
                        f"beat::{each}" for each in (*opening, *middle, "the-decision-shared-1")
                    ],
                    "choices": [
                        {
                            "id": f"choice::{name}",
                            "to": f"passage::{name}",
                            "label": text[:120],
                            "takes": f"path::{name}",
                            "grants": [f"flag::{name}-1"],
                        }
                        for name, text in self._answers()
                    ],
                },
                *(
                    {
                        "id": f"passage::{name}",
                        "title": text[:60],
                        "beats": [
                            f"beat::{name}-{part}" for part in ("commit-1", "tail-1", "tail-2")
                        ]
                        + [f"beat::{name}-epilogue-1"],
                        "ending": f"ending::{name}",
                    }
                    for name, text in self._answers()
                ),
            ],
        }


BEGINNING, DECISION = "dilemma::the-beginning", "dilemma::the-decision"
_VOICE = {
    "person": "second",
    "tense": "present",
    "diction": "Plain words.",
    "rhythm": "Short and long sentences in turn.",
}


def _dilemma(
    name: str, question: str, first: str, second: str, anchors: tuple[str, ...]
) -> Mapping[str, Any]:
    return {
        "name": name,
        "question": question,
        "why_it_matters": "The story turns on it.",
        "default": {"text": first, "benefit": "Something is won."},
        "alternative": {"text": second, "benefit": "Something is kept."},
        "anchors": list(anchors),
        "id": make_id("dilemma", name),
    }
