from questfoundry.infra.llm.gguf.known import Known

MESSAGE = """A drowned city

Known:
character::dr-voss = Dr. Voss: a diver, now blind
object::key = The Brass Key: opens room: nine
path::tell-default = You tell Dr. Voss who it is. At once, the others leave.
dilemma::tell = Do you tell Voss?
"""


def test_a_line_gives_a_name_without_article_and_the_whole():
    """LOC-11.5."""
    known = Known(MESSAGE)
    assert known.of("object::key") == {
        "id": "object::key",
        "kind": "object",
        "name": "Brass Key",
        "known": "The Brass Key: opens room: nine.",
    }
    assert known.name("character::dr-voss") == "Dr. Voss"


def test_the_name_of_a_sentence_is_its_first_one():
    """LOC-11.5."""
    known = Known(MESSAGE)
    assert known.name("path::tell-default") == "You tell Dr. Voss who it is"
    assert known.name("dilemma::tell") == "Do you tell Voss"


def test_an_id_without_a_line_is_called_by_its_words():
    """LOC-11.5."""
    assert Known("").name("location::lantern-quay") == "Lantern Quay"


def test_of_each_kind_the_first_name_counts():
    known = Known(MESSAGE)
    assert known.by_kind("character::ann", "object::key", "character::dr-voss") == {
        "character": "Ann",
        "object": "Brass Key",
    }
    assert known.first_of_each_kind()["character"] == "Dr. Voss"
