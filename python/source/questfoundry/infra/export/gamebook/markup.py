"""Build a gamebook's elements, valid as HTML and XHTML; text can never become markup."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from xml.etree.ElementTree import Element, tostring

from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.prose import ProseParagraph, clean_text
from questfoundry.domain.story.prose_markup import Media, ProseSpan
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import StatRange, ranges_of
from questfoundry.infra.export.gamebook.book import (
    StatRow,
    codewords_of,
    label_flags,
    numbers_of,
    plain_text,
    read_data_file,
    stat_rows_of,
    visit_flags,
)
from questfoundry.infra.export.text import chapter_at, describe_media, direction, paragraphs
from questfoundry.infra.export.words import words_for

Fragment = str | Element
Attributes = Mapping[str, str]
Address = Callable[[int], str]
"""A function that takes the number of a section and returns the link to the section."""

ANY_DIRECTION: Attributes = {"dir": "auto"}
_SPEECH = re.compile(r"\A[\"\u201c\u201e\xab]([^\"\u201c-\u201f\xab\xbb]+)[\"\u201c\u201d\xbb]\Z")
"""A pattern for a label that is one quoted speech; its quotation marks are dropped, because the
phrase around the label has its own."""
_INLINE_TAGS = {"a", "audio", "em", "img", "span", "strong"}

SECTIONS_A_PART = 50
"""The number of sections in a part of the book; parts keep EPUB files and contents pages short."""


class Gamebook:
    """A gamebook that builds its pages as elements of HTML.

    ``about``: the facts about the publication that the author filled in, such as the licence.
    ``address_of`` returns the address of a picture or sound, and ``plays`` is the set of media
    types that readers can hear; other sounds become their descriptions.
    """

    def __init__(
        self,
        edition: Edition,
        address_of: Callable[[Media], str] = lambda media: media.name,
        plays: Collection[str] = (),
    ) -> None:
        words = words_for("gamebook", edition.language, edition.publication.words)
        end = words.texts["pause" if edition.is_unfinished else "end"]
        publication = edition.publication
        about = {
            "author": plain_text(publication.author),
            "description": plain_text(edition.description),
            "credits": plain_text(publication.credits),
            "licence": plain_text(publication.licence),
            "date": publication.date,
        }
        self.edition = edition
        self._address_of = address_of
        self._plays = plays
        self.phrases = {**words.texts, "end": end}
        self.title = plain_text(edition.title) or edition.ifid
        self.cover_file = publication.cover
        self.about = {name: text for name, text in about.items() if text}
        self.numbers = numbers_of(edition)
        self.sections = sorted(
            edition.structure.passages, key=lambda passage: self.numbers[passage.id]
        )
        # The phrases may be in another language than the story.
        self._of_phrase = {"lang": words.language, "dir": direction(words.language)}
        self._codewords = codewords_of(edition)
        self._stat_rows = stat_rows_of(edition)
        self._labels = label_flags(edition)
        self._visited = visit_flags(edition.structure)

    def style(self, name: str) -> str:
        """Return the CSS in the data file ``name``, with rules for boxes and pictures if needed."""
        boxes = read_data_file("boxes.css") if self._stat_rows else ""
        pictures = read_data_file("pictures.css") if self.edition.media else ""
        parts = (each.media for parts in self.edition.paragraphs.values() for each in parts)
        widths = sorted({each.width for each in parts if each and each.width})
        rules = (f".media .w{width} {{ width: {width}%; }}\n" for width in widths)
        return "".join((read_data_file(name), boxes, pictures, *(rules if pictures else ())))

    def part_title(self, first: int) -> str:
        """Return the title of the part that begins with the section ``first``."""
        last = min(first + SECTIONS_A_PART - 1, len(self.sections))
        return self.phrases["sections"].format(f"{first}\u2013{last}")

    def picture(self, address: str) -> Element:
        """Return the element with the cover picture at ``address``."""
        image = element("img", {"src": address, "alt": self.title})
        return element("div", {"class": "picture"}, image)

    def cover(self) -> Element:
        """Return the title page: the title, the author and the hook, a line to attract readers."""
        texts = {"author": self.about.get("author"), "hook": plain_text(self.edition.hook)}
        lines = [
            element("p", {"class": name, **ANY_DIRECTION}, text)
            for name, text in texts.items()
            if text
        ]
        title = element("h1", ANY_DIRECTION, self.title)
        return element("section", {"class": "cover"}, title, *lines)

    def imprint(self) -> Sequence[Element]:
        """Return the copyright page; empty without credits, licence, date and known writers."""
        names = ("credits", "licence", "date")
        lines = [
            element("p", ANY_DIRECTION, self.about[name]) for name in names if name in self.about
        ]
        if self.edition.hands:
            lines.append(element("p", {"lang": "en", "dir": "ltr"}, self.edition.hands.credit))
        return [element("div", {"class": "imprint"}, *lines)] if lines else []

    def front(self) -> Element:
        """Return the page that explains how to read the book, with its content notes."""
        parts = [
            element("h2", self._of_phrase, self.phrases["rules"]),
            element("p", self._of_phrase, self.phrases["begin"]),
        ]
        if self._codewords:
            parts.append(element("p", self._of_phrase, self.phrases["codewords"]))
        if self._stat_rows:
            parts.append(element("p", self._of_phrase, self.phrases["stats"]))
            parts += map(_boxes, self._stat_rows.values())
        if notes := plain_text(self.edition.vision.content_notes):
            parts.append(element("h2", self._of_phrase, self.phrases["content_notes"]))
            parts.append(element("p", ANY_DIRECTION, notes))
        return element("section", {"class": "front"}, *parts)

    def section(self, passage: Passage, address: Address) -> Element:
        """Return the section for ``passage``; ``address`` returns the link to a section number."""
        number = self.numbers[passage.id]
        attributes = {"id": anchor(number), "class": "passage", "data-qf-passage": passage.id}
        if passage.ending:
            attributes |= {"class": "passage ending", "data-qf-ending": passage.ending}
        heading: list[Fragment] = [element("span", {"class": "number"}, str(number))]
        if title := plain_text(passage.title):
            heading += [" ", element("span", {"class": "title", **ANY_DIRECTION}, title)]
        parts = [element("h2", {}, *heading)]
        if chapter := chapter_at(self.edition, passage.id):
            parts.append(element("p", {"class": "chapter", **ANY_DIRECTION}, chapter))
        parts += map(self._paragraph, paragraphs(self.edition, passage.id))
        choices = self.edition.structure.selectable_choices(passage.id)
        if passage.ending:
            ending_name = plain_text(self.edition.ending_name(passage.ending))
            name = element("span", {"class": "name", **ANY_DIRECTION}, ending_name)
            phrase = element("span", self._of_phrase, self.phrases["end"])
            parts.append(element("p", {"class": "end"}, phrase, " ", name))
        elif choices:
            items = (self._choice(choice, address) for choice in choices)
            parts.append(element("ul", {"class": "ways"}, *items))
        return element("section", attributes, *parts)

    def _paragraph(self, paragraph: ProseParagraph) -> Element:
        if paragraph.is_scene_break:
            return element("hr", {})
        media = paragraph.media
        words: list[Fragment] = (
            [self._media(media)]
            if media
            else [*map(self._span, self.edition.spans_of(paragraph.text))]
        )
        if codeword := self._codewords.get(paragraph.flag):
            of_reader = self._mention_codeword("has", codeword)
        elif ranges := ranges_of([paragraph.flag]):
            [of_reader] = self._range_conditions(ranges)
        elif chosen := self._labels.get(paragraph.flag):
            label = element("span", {"class": "label", **ANY_DIRECTION}, _SPEECH.sub(r"\1", chosen))
            of_reader = _fill_phrase(self.phrases["chose"], label)
        else:
            kind = {"class": "media"} if media and media.name in self.edition.assets else {}
            return element("p", {**kind, **ANY_DIRECTION}, *words)
        condition = self.phrases["condition"]
        begin = f"{condition[:1].upper()}{condition[1:]} "
        when = element("span", {"class": "when", **self._of_phrase}, begin, *of_reader, ":")
        of_insert = "insert media" if media else "insert"
        return element("p", {"class": of_insert, **ANY_DIRECTION}, when, " ", *words)

    def _span(self, span: ProseSpan) -> Fragment:
        """Return the words of ``span`` in their elements; a book names a stat, not its number."""
        part: Fragment = span.text
        if span.stat:
            name = plain_text(self.edition.stats_by_name[span.stat].name)
            part = element("strong", {"class": "stat", **ANY_DIRECTION}, name)
        if span.emphasized:
            part = element("em", {}, part)
        if span.strong:
            part = element("strong", {}, part)
        return element("a", {"href": span.address}, part) if span.address else part

    def _media(self, media: Media) -> Fragment:
        asset = self.edition.assets.get(media.name)
        if asset is None or (media.is_sound and asset.media_type not in self._plays):
            return describe_media(media)
        source = {"src": self._address_of(media)}
        if media.is_sound:
            sound = {**source, "controls": "controls", "title": media.alt}
            return element("audio", sound, describe_media(media))
        width = {"class": f"w{media.width}"} if media.width else {}
        return element("img", {**source, "alt": media.alt, **width})

    def _choice(self, choice: Choice, address: Address) -> Element:
        """Return the list item for a choice, such as "if you have X, turn to 2".

        The label is the link to the section; without a label, the phrase "turn to 2" is the link.
        """
        target = self.numbers[choice.target]
        number = element("span", {"class": "to"}, self.phrases["turn"].format(target))
        label: list[Fragment] = []
        if text := plain_text(choice.label):
            label_element = element("span", {"class": "label", **ANY_DIRECTION}, text)
            label = [element("a", {"href": address(target)}, label_element), " \u2013 "]
        else:
            number = element("a", {"href": address(target)}, number)
        once = choice.one_time_flags if choice.closed else frozenset[str]()
        granted = self._codewords_for(choice.grants & self._codewords.keys())
        acts = [self._mention_codeword("write", word) for word in granted]
        acts += (
            self._mention_stat("tick", row.name, step=_signed(row.moves[choice.id], "+"))
            for row in self._stat_rows.values()
            if choice.id in row.moves
        )
        acts.append([number])
        # Copies are one option for readers: the last one has the text.
        is_last = choice.id == self.edition.structure.list_copies(choice)[-1].id
        closed = plain_text(choice.closed) if is_last else ""
        turn = element(
            "span",
            {"class": "turn", **self._of_phrase},
            *self._condition(frozenset(), once, ": "),
            *self._condition(choice.requires, choice.forbids - once, ", "),
            *_join_fragments(acts, self.phrases["both"]),
            f"; {self.phrases['otherwise']}:" if closed else ".",
        )
        otherwise: list[Fragment] = []
        if closed:
            otherwise = [" ", element("span", {"class": "closed", **ANY_DIRECTION}, closed)]
        return element("li", {"data-qf-choice": choice.id}, *label, turn, *otherwise)

    def _condition(
        self, requires: frozenset[str], forbids: frozenset[str], end: str
    ) -> list[Fragment]:
        by_number = forbids & self._visited.keys()
        conditions = [self._mention_codeword("has", word) for word in self._codewords_for(requires)]
        conditions += [
            self._mention_codeword("lacks", word)
            for word in self._codewords_for(forbids - by_number)
        ]
        numbers = sorted({self.numbers[self._visited[flag]] for flag in by_number})
        conditions += [[self.phrases["unread"].format(number)] for number in numbers]
        conditions += self._range_conditions(ranges_of(requires, forbids))
        if not conditions:
            return []
        joined = _join_fragments(conditions, self.phrases["both"])
        return [f"{self.phrases['condition']} ", *joined, end]

    def _codewords_for(self, flags: Iterable[str]) -> Sequence[str]:
        return sorted({self._codewords[flag] for flag in flags if flag in self._codewords})

    def _range_conditions(self, ranges: Iterable[StatRange]) -> list[list[Fragment]]:
        bounds = [
            (phrase, each.stat, number)
            for each in ranges
            for phrase, number in (("at_least", each.at_least), ("at_most", each.at_most))
            if number is not None
        ]
        return [
            self._mention_stat(phrase, self._stat_rows[stat].name, number=_signed(number))
            for phrase, stat, number in bounds
        ]

    def _mention_stat(self, phrase: str, name: str, **values: str) -> list[Fragment]:
        text = self.phrases[phrase].format(name="{}", **values)
        return _fill_phrase(text, element("strong", {"class": "stat", **ANY_DIRECTION}, name))

    def _mention_codeword(self, phrase: str, word: str) -> list[Fragment]:
        return _fill_phrase(self.phrases[phrase], element("strong", {"class": "codeword"}, word))


def element(tag: str, attributes: Attributes, *content: Fragment) -> Element:
    """Return an element with texts and children, without characters that XML forbids."""
    result = Element(tag, {name: clean_text(value) for name, value in attributes.items()})
    last: Element | None = None
    for each in content:
        if isinstance(each, Element):
            result.append(each)
            last = each
        elif last is None:
            result.text = f"{result.text or ''}{clean_text(each)}"
        else:
            last.tail = f"{last.tail or ''}{clean_text(each)}"
    if tag not in _INLINE_TAGS:
        result.tail = "\n"
    return result


def document(root: Element) -> str:
    """Return ``root`` serialised as a complete XML document."""
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}'


def anchor(number: int) -> str:
    """Return the id of the element that holds the section ``number``."""
    return f"section-{number}"


def _fill_phrase(phrase: str, content: Element) -> list[Fragment]:
    before, _, after = phrase.partition("{}")
    return [before, content, after]


def _signed(number: int, plus: str = "") -> str:
    return f"{plus if number > 0 else chr(0x2212) if number < 0 else ''}{abs(number)}"


def _boxes(row: StatRow) -> Element:
    """Return the row of boxes as a paragraph: the name of the stat, then a box for each value."""
    name = element("strong", {"class": "stat", **ANY_DIRECTION}, row.name)
    numbers = range(row.lowest, row.highest + 1)
    boxes = (element("span", {"class": "box"}, _signed(each)) for each in numbers)
    spaced: list[Fragment] = [part for box in boxes for part in (" ", box)]
    return element("p", {"class": "boxes"}, name, *spaced)


def _join_fragments(parts: Sequence[list[Fragment]], word: str) -> list[Fragment]:
    return [*parts[0], *chain.from_iterable([f" {word} ", *part] for part in parts[1:])]
