"""Build a gamebook's elements, valid as HTML and XHTML; text can never become markup."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from xml.etree.ElementTree import Element, tostring

from questfoundry.domain.story.prose import clean_text
from questfoundry.infra.export.gamebook.book import (
    Gamebook,
    Guards,
    NumberedChoice,
    NumberedSection,
    Phrases,
    PrintedParagraph,
)
from questfoundry.infra.export.text import direction

Fragment = str | Element
Attributes = Mapping[str, str]
Address = Callable[[int], str]
"""A function that returns the link to the section with a number."""

ANY_DIRECTION: Attributes = {"dir": "auto"}
_SPEECH = re.compile(r"\A[\"\u201c\u201e\xab]([^\"\u201c-\u201f\xab\xbb]+)[\"\u201c\u201d\xbb]\Z")
"""A text that is one quoted speech; its quotation marks are dropped, as the phrase has its own."""
_INLINE_TAGS = {"a", "em", "span", "strong"}


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


def picture(book: Gamebook, address: str) -> Element:
    """Return the element with the cover picture at ``address``."""
    return element("div", {"class": "picture"}, element("img", {"src": address, "alt": book.title}))


def cover(book: Gamebook) -> Element:
    """Return the title page: the title, the author and the hook, a line that invites to read."""
    texts = {"author": book.author, "hook": book.hook}
    lines = [
        element("p", {"class": name, **ANY_DIRECTION}, text) for name, text in texts.items() if text
    ]
    return element("section", {"class": "cover"}, element("h1", ANY_DIRECTION, book.title), *lines)


def imprint(book: Gamebook) -> Sequence[Element]:
    """Return the copyright page, or no element without credits, licence and date."""
    lines = [
        element("p", ANY_DIRECTION, text)
        for text in (book.credits, book.licence, book.date)
        if text
    ]
    return [element("div", {"class": "imprint"}, *lines)] if lines else []


def front(book: Gamebook) -> Element:
    """Return the page that explains how to read the book, with content notes if there are any."""
    phrases = book.phrases
    attributes = _phrase_attributes(phrases)
    parts = [element("h2", attributes, phrases.rules), element("p", attributes, phrases.begin)]
    if book.has_codewords:
        parts.append(element("p", attributes, phrases.codewords))
    if book.content_notes:
        parts.append(element("h2", attributes, phrases.content_notes))
        parts.append(element("p", ANY_DIRECTION, book.content_notes))
    return element("section", {"class": "front"}, *parts)


def section(one: NumberedSection, phrases: Phrases, address: Address) -> Element:
    """Return the element for a section; ``address`` returns the link to a section number."""
    attributes = {"id": anchor(one.number), "class": "passage", "data-qf-passage": one.passage}
    if one.ending:
        attributes |= {"class": "passage ending", "data-qf-ending": one.ending}
    heading: list[Fragment] = [element("span", {"class": "number"}, str(one.number))]
    if one.title:
        heading += [" ", element("span", {"class": "title", **ANY_DIRECTION}, one.title)]
    parts = [element("h2", {}, *heading)]
    if one.chapter:
        parts.append(element("p", {"class": "chapter", **ANY_DIRECTION}, one.chapter))
    parts += (_paragraph(each, phrases) for each in one.paragraphs)
    return element("section", attributes, *parts, *_closing_elements(one, phrases, address))


def _paragraph(paragraph: PrintedParagraph, phrases: Phrases) -> Element:
    if not paragraph.spans:
        return element("hr", {})
    words: list[Fragment] = [
        element("em", {}, span.text) if span.emphasized else span.text for span in paragraph.spans
    ]
    if paragraph.codeword:
        condition_parts = _with_codeword(phrases.has, paragraph.codeword)
    elif paragraph.chosen_label:
        label_text = _SPEECH.sub(r"\1", paragraph.chosen_label)
        label = element("span", {"class": "label", **ANY_DIRECTION}, label_text)
        condition_parts = _fill_phrase(phrases.chose, label)
    else:
        return element("p", ANY_DIRECTION, *words)
    condition = phrases.condition[:1].upper() + phrases.condition[1:]
    attributes = {"class": "when", **_phrase_attributes(phrases)}
    when = element("span", attributes, f"{condition} ", *condition_parts, ":")
    return element("p", {"class": "insert", **ANY_DIRECTION}, when, " ", *words)


def _closing_elements(
    one: NumberedSection, phrases: Phrases, address: Address
) -> Sequence[Element]:
    if one.ending:
        name = element("span", {"class": "name", **ANY_DIRECTION}, one.ending_name)
        phrase = element("span", _phrase_attributes(phrases), phrases.end)
        return [element("p", {"class": "end"}, phrase, " ", name)]
    if not one.choices:
        return []
    choices = (_choice(choice, phrases, address(choice.number)) for choice in one.choices)
    return [element("ul", {"class": "ways"}, *choices)]


def _choice(choice: NumberedChoice, phrases: Phrases, address: str) -> Element:
    number = element("span", {"class": "to"}, phrases.turn.format(choice.number))
    label: list[Fragment] = []
    if choice.label:
        label_element = element("span", {"class": "label", **ANY_DIRECTION}, choice.label)
        label = [element("a", {"href": address}, label_element), " \u2013 "]
    else:
        number = element("a", {"href": address}, number)
    attributes = {"class": "turn", **_phrase_attributes(phrases)}
    turn = element("span", attributes, *_sentence(choice, phrases, number))
    closed: list[Fragment] = []
    if choice.closed:
        closed = [" ", element("span", {"class": "closed", **ANY_DIRECTION}, choice.closed)]
    return element("li", {"data-qf-choice": choice.id}, *label, turn, *closed)


def _phrase_attributes(phrases: Phrases) -> Attributes:
    return {"lang": phrases.language, "dir": direction(phrases.language)}


def _sentence(choice: NumberedChoice, phrases: Phrases, number: Element) -> list[Fragment]:
    acts = [_with_codeword(phrases.write, word) for word in choice.codewords]
    acts.append([number])
    return [
        *_condition(choice.untaken, phrases, ": "),
        *_condition(choice.guards, phrases, ", "),
        *_join_fragments(acts, phrases.both),
        f"; {phrases.otherwise}:" if choice.closed else ".",
    ]


def _condition(guards: Guards, phrases: Phrases, end: str) -> list[Fragment]:
    conditions = [_with_codeword(phrases.has, word) for word in guards.has]
    conditions += [_with_codeword(phrases.lacks, word) for word in guards.lacks]
    conditions += [[phrases.unread.format(number)] for number in guards.unread]
    return (
        [f"{phrases.condition} ", *_join_fragments(conditions, phrases.both), end]
        if conditions
        else []
    )


def _with_codeword(phrase: str, word: str) -> list[Fragment]:
    return _fill_phrase(phrase, element("strong", {"class": "codeword"}, word))


def _fill_phrase(phrase: str, content: Element) -> list[Fragment]:
    before, _, after = phrase.partition("{}")
    return [before, content, after]


def _join_fragments(parts: Sequence[list[Fragment]], word: str) -> list[Fragment]:
    return [*parts[0], *chain.from_iterable([f" {word} ", *part] for part in parts[1:])]
