"""Names of inserts in a model's answer: which are accepted, and what is requested again."""

from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.domain.story.prose import find_conditional_names
from questfoundry.testing.scripted import says
from tests.support.novelist import Novelist, filled, prose_of

LOW, ENDING = "Low Water", "passage::the-drowned-ledger-default-epilogue-1"
MISSING = "# Missing inserts"


def read_prose(result: StageResult) -> str:
    prose: str = result.version.data["passages"][ENDING]["prose"]
    return prose


async def test_an_insert_below_another_name_is_kept_or_asked_for_alone() -> None:
    """A misspelt name must not cost the whole passage again. (FIL-4.3)"""
    _, plain = await filled(Novelist())
    names = find_conditional_names(read_prose(plain))
    right = "".join(f"\n\n[{each}]\nIt is cold." for each in names)
    for given, repairs in (
        (right.replace("[", '["').replace("-", " ").replace("]", '"]'), 0),
        ("\n\n[who-knows]\nIt is cold.\n\n[nobody]\nIt is warm.", 1),
    ):
        model = Novelist({LOW: [says(f"{prose_of(LOW)}{given}")]})
        _, result = await filled(model)
        written = read_prose(result)
        assert sorted(find_conditional_names(written)) == sorted(names)
        assert len(model.asked(LOW)) == 1
        asked = [each for each in model.requests if MISSING in each.messages[-1].content]
        assert len(asked) == repairs
