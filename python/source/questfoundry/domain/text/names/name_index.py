"""Find the names that contain given words, or that consist only of given words.

An inverted index maps each word to the names with this word. A search reads the shortest of these
lists, so that its cost does not grow with the number of names that share a frequent word.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from questfoundry.domain.ids import split_plain_words


class NameIndex:
    """An ordered index of texts, such as names, by their words; case and accents do not count."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts: list[str] = []
        self._words: list[frozenset[str]] = []
        self._with_word = defaultdict[str, list[int]](list)
        self._rarest = defaultdict[str, list[int]](list)
        self._without_words: list[int] = []
        self.add_all(texts)

    def add(self, text: str) -> None:
        """Add ``text`` after the other texts."""
        at, words = len(self._texts), frozenset(split_plain_words(text))
        self._texts.append(text)
        self._words.append(words)
        for word in words:
            self._with_word[word].append(at)
        if words:
            # Each text is found under its rarest word, so that the lists stay short.
            self._rarest[min(words, key=lambda word: len(self._with_word[word]))].append(at)
        else:
            self._without_words.append(at)

    def add_all(self, texts: Iterable[str]) -> None:
        """Add all ``texts`` in their order."""
        for each in texts:
            self.add(each)

    def find_containing(self, text: str) -> Iterator[str]:
        """Yield the texts with all words of ``text``, in their order."""
        words = frozenset(split_plain_words(text))
        lists = [self._with_word.get(word, []) for word in words]
        shortest = min(lists, key=len) if words else range(len(self._texts))
        yield from (self._texts[at] for at in shortest if words <= self._words[at])

    def find_within(self, text: str) -> Iterator[str]:
        """Yield the texts whose words all occur in ``text``, in their order."""
        words = frozenset(split_plain_words(text))
        found = [at for word in words for at in self._rarest.get(word, ())]
        found = [at for at in found if self._words[at] <= words]
        yield from (self._texts[at] for at in sorted((*found, *self._without_words)))
