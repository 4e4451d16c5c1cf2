"""A retry shows the lines about the ids that it needs, and nothing that belongs to other lines."""

from questfoundry.app.phases.repair_request import MAX_ID_WORDS, select_id_lines

TEXT = """# Dilemmas

dilemma::key = Does Mara keep the key?
path::key-default = She keeps it.
path::key-alternative = She gives it away.
- Each of these occurs: location::quay

dilemma::bell = Who rings the bell?
path::bell-default = Ilk does.
- Gone by then: object::key

# All beats

For all players:

beat::1 = Quay: Mara finds the key.

Only after the answer "She keeps it.":

beat::2 = Quay: The key weighs on her and on everybody who has ever stood at this quay and counted.
beat::3 = Quay: The key rusts.

# Your task

Plan the beats."""
IDS = (
    *("dilemma::key", "path::key-default", "path::key-alternative"),
    *("dilemma::bell", "path::bell-default", "beat::1", "beat::2", "beat::3"),
)


def select(*wanted: str, named: str = "") -> str:
    limits = {each: None if each == named else MAX_ID_WORDS for each in IDS}
    return select_id_lines(TEXT, limits, wanted)


def test_what_stands_below_a_line_goes_with_it() -> None:
    """A list below a missing dilemma would be read as a list of the dilemma before it. (FBK-4.3)"""
    shown = select("dilemma::key", "path::key-default")
    assert "- Each of these occurs: location::quay" in shown
    assert "Gone by then" not in shown
    assert "path::key-alternative" not in shown
    assert "path::bell-default" not in shown


def test_a_heading_of_nothing_is_left_out() -> None:
    """Empty headings look as if the model had to fill them."""
    shown = select("beat::1")
    assert shown.split("\n\n") == [
        *("# All beats", "For all players:", "beat::1 = Quay: Mara finds the key."),
        *("# Your task", "Plan the beats."),
    ]
    assert "Only after" in select("beat::2")
    assert select("dilemma::key").startswith("# Dilemmas")


def test_the_line_of_a_possible_value_is_short_and_that_of_a_faulty_one_whole() -> None:
    """The model chooses among possible values by their first words."""
    [short] = [each for each in select("beat::2").split("\n") if each.startswith("beat::2")]
    assert len(short.split()) == MAX_ID_WORDS + 1
    assert "ever stood at this quay and counted." in select("beat::2", named="beat::2")


def test_a_fact_below_a_place_stays_without_the_place() -> None:
    """Options may refer to a fact that is listed below a place that needs no correction."""
    text = (
        "passage::quay = Mara waits.\nOptions: Wait\n- mark::wave: She waved.\n- mark::shout: No."
    )
    known = dict.fromkeys(("passage::quay", "mark::wave", "mark::shout"), MAX_ID_WORDS)
    assert select_id_lines(text, known, ["mark::wave"]) == "- mark::wave: She waved."
