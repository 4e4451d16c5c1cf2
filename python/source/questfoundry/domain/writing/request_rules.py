"""The numbered rules of a request for prose: only those that its passages need."""

from collections.abc import Iterator

from attrs import frozen

from questfoundry.domain.writing.fact import FactKind, Scope
from questfoundry.domain.writing.fact_lines import Lines, RequestPhrases
from questfoundry.domain.writing.shared_context import SharedBriefing


@frozen
class RequestRules:
    """The builder of the rules of one request, in the words of ``rules`` in the wording.

    ``has_outline``: whether the request has the outline of the story.
    """

    phrases: RequestPhrases
    shared: SharedBriefing
    has_outline: bool

    def build(self) -> Lines:
        """Return the rules that apply to at least one passage, in their order."""
        say = self.phrases.say
        length = say(f"insert_length.{'whole' if self.phrases.is_whole else 'usual'}")
        return tuple(say(f"rules.{each}", length=length) for each in self._find_names())

    def _find_names(self) -> Iterator[str]:
        passages, sequences = self.shared.passages, self.shared.sequences
        hubs = [each.hub for each in passages if each.hub]
        open_passages = [each for each in passages if not each.ending]
        has_inserts = any(each.inserts for each in passages)
        conditions = {
            "scene": True,
            "begin": True,
            "stop": open_passages,
            "options": any(each.choices for each in open_passages),
            "decision": any(each.questions for each in open_passages),
            "next": any(each.follows for each in open_passages),
            "later": self.has_outline and open_passages,
            "order": any(len(each.passages) > 1 and not each.is_topics for each in sequences),
            "hub": any(not each.own for each in hubs),
            "topics": any(each.own for each in hubs),
            "ending": len(open_passages) < len(passages),
            "revealed": self._has(FactKind.LESSON),
            "secrets": self._has(FactKind.CLUE, Scope.NONE),
            "variant": any(each.variant for each in passages),
            "main": has_inserts or self._has(FactKind.EVENT),
            "insert": has_inserts,
            "turn": self._has(FactKind.LEVEL, Scope.SOME),
            "place": has_inserts,
            "needed": any(each.list_required_inserts(endings=True) for each in passages),
            "opening": any(not one.title for each in passages for one in each.minor_choices),
            "spread": any(each.ending and each.inserts for each in passages),
        }
        return (name for name, applies in conditions.items() if applies)

    def _has(self, kind: FactKind, scope: Scope | None = None) -> bool:
        """Return whether a briefing of the request has a fact of ``kind`` and ``scope``."""
        rows = [each.own for each in self.shared.sequences]
        return any(
            fact.kind is kind and scope in (None, fact.scope)
            for briefing in (self.shared.common, *rows, *self.shared.passages)
            for fact in briefing.facts
        )
