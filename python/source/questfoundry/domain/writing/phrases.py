"""The texts of one request, each shortened where the request says it again."""

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

from questfoundry.domain.text.wording import join_sentences, phrase
from questfoundry.domain.writing.briefing import BriefedBeat
from questfoundry.domain.writing.fact import BriefedFact

Lines = tuple[str, ...]


@frozen
class RequestPhrases:
    """The wording of ``prompts/briefing.yaml``, and the texts that the request has said so far."""

    _wording: Mapping[str, Any]
    _said: set[str] = field(init=False, factory=set)

    def find(self, key: str) -> Any:
        """Return the text or the mapping at the dotted ``key``, or ``None``."""
        found: Any = self._wording
        for step in key.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        return found

    def say(self, key: str, **values: object) -> str:
        """Return the text at the dotted ``key``, with its placeholders filled in.

        If the text has a form for the first time, return that form only once. After that, return
        the form for later times, or an empty string if there is none.
        """
        found = self.find(key)
        if isinstance(found, Mapping) and "first" in found:
            if key in self._said and "again" not in found:
                return ""
            form = "again" if key in self._said else "first"
            self._said.add(key)
            return phrase(self._wording, f"{key}.{form}", **values)
        return phrase(self._wording, key, **values)

    def say_if(self, value: object, key: str, **values: object) -> str:
        """Return the text at ``key`` if ``value`` is not empty, else an empty string."""
        return self.say(key, **values) if value else ""

    def list(self, heading: str, lines: Iterable[str]) -> Lines:
        """Return an empty line, the heading and the lines, or nothing if there are no lines."""
        return ("", heading, *found) if (found := tuple(lines)) else ()

    def say_moment(self, beat: BriefedBeat) -> str:
        """Return the beat with its time, place and cast."""
        until = self.say_if(beat.until, "moment.until", until=beat.until)
        after = self.say_if(beat.after, "moment.after", after=beat.after)
        time = beat.when or (f"{after}{until}" if after else "")
        return self.say(
            "moment.line",
            time=f"{time}, " if time else "",
            memory=self.say_if(beat.memory, "moment.memory"),
            place=beat.place,
            cast=self.say_if(beat.cast, "moment.cast", names=", ".join(beat.cast)),
            text=beat.text,
        )

    def say_fact(self, key: str, fact: BriefedFact) -> str:
        """Return the fact in the form at ``key``, with what its players read of it."""
        return self.say(
            key,
            flag=fact.flag,
            text=" ".join(fact.texts),
            sentences=join_sentences(fact.texts),
            question=fact.question,
            read=self.say_read(fact.read),
        ).rstrip()

    def say_read(self, text: str) -> str:
        """Return a reference to the conditional text that players read, if there is one."""
        return self.say_if(text, "read", read=text)
