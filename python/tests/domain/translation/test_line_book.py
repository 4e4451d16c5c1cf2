"""Tests that a line keeps its id for as long as it is the same line."""

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.translation.line_book import LineBook
from questfoundry.domain.translation.lines import StoryLine


def lines(*texts: str, place: str = "hall") -> tuple[StoryLine, ...]:
    return tuple(
        StoryLine(place=place, kind=TextKind.PROSE, passage=place, text=each) for each in texts
    )


def ids(book: LineBook) -> list[str]:
    return [each.id for each in book.lines]


STORY = lines("The door is shut.", "Rain falls on the yard.", "A dog barks twice.")


def test_an_edited_paragraph_keeps_its_id_and_a_new_one_gets_a_new_id() -> None:
    """A translation must find its paragraph after every edit. (TRA-1.1)"""
    book = LineBook().update(STORY)
    assert ids(book) == ["L1", "L2", "L3"]
    door, rain, dog = STORY
    changed = rain.model_copy(update={"text": "Hard rain falls on the yard."})
    edited = book.update((door, *lines("A bell rings in the tower."), changed, dog))
    assert ids(edited) == ["L1", "L4", "L2", "L3"]
    assert edited.lines[2].former == (rain.text,)


def test_a_moved_line_keeps_its_id_in_another_passage_too() -> None:
    """An author moves paragraphs while translations exist. (TRA-1.1)"""
    book = LineBook().update((*STORY, *lines("Dust.", place="loft")))
    [moved] = lines(STORY[1].text, place="loft")
    assert ids(book.update((STORY[2], STORY[0], *lines("Dust.", place="loft"), moved))) == [
        "L3",
        "L1",
        "L4",
        "L2",
    ]


def test_the_id_of_a_removed_line_is_never_given_to_another() -> None:
    """A translation of a removed line must not show up at a new one. (TRA-1.1)"""
    shorter = LineBook().update(STORY).update(STORY[:2])
    longer = shorter.update((*STORY[:2], *lines("Nothing more is heard that night.")))
    assert ids(longer) == ["L1", "L2", "L4"]
    assert ids(longer.update(STORY)) == ["L1", "L2", "L3"], "an undo brings the line back"


WORDS = st.text("abcdefgh ", min_size=1, max_size=30).map(lambda text: f"x{text}x")


@given(st.lists(WORDS, unique=True, max_size=12), st.data())
def test_random_edits_keep_the_ids_of_unchanged_lines(
    texts: list[str], data: st.DataObject
) -> None:
    """Whatever an author adds, removes or moves, no unchanged line loses its id. (TRA-1.1)"""
    book = LineBook().update(lines(*texts))
    given_ids = {*ids(book)}
    for _ in range(3):
        kept = data.draw(st.lists(st.sampled_from(texts), unique=True)) if texts else []
        added = data.draw(st.lists(WORDS.map("new {}".format), unique=True, max_size=4))
        present = data.draw(st.permutations([*kept, *added]))
        before = {each.text: each.id for each in book.lines}
        book = book.update(lines(*present))
        now = {each.text: each.id for each in book.lines}
        assert all(now[text] == each for text, each in before.items() if text in now)
        assert len({*now.values()}) == len(now)
        new = {each for each in now.values() if each not in given_ids}
        assert all(int(each[1:]) > max((int(e[1:]) for e in given_ids), default=0) for each in new)
        given_ids |= new
