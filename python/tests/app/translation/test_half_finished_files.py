"""A translator brings back a file in which some lines are not translated yet."""

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from attrs import evolve

from questfoundry import Project
from questfoundry.composition.registries.formats import translation_formats
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.translations import TranslationState
from questfoundry.domain.remedy import Translate
from tests.app.translation.test_translations import (
    BAKER,
    csv_of,
    export,
    fill,
    read_back,
    translated,
)


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return copytree(BAKER, tmp_path / "baker", ignore=ignore_patterns("exports"))


@pytest.mark.parametrize("form", ["xliff", "po", "csv"])
async def test_a_half_finished_file_is_taken_in(story: Path, form: str) -> None:
    """A translator brings back what is ready, and nothing is lost. (TRA-3.4)"""
    sheets = translation_formats()
    sheet = sheets[form].read(await export(story, "de", form))
    half = [
        evolve(row, text=translated(row.source) if number < 60 else "", state="new")
        for number, row in enumerate(sheet.rows)
    ]
    result = await read_back(story, "de", sheets[form].write(evolve(sheet, rows=half)), form)
    assert (result.changed, result.warnings) == (60, [])
    assert result.workbook.count(TranslationState.NEW) == len(half) - 60
    async with Project.open(story, env={}) as project:
        with pytest.raises(InputError, match=f"{len(half) - 60} new and 0 stale") as refused:
            project.ship(["html"], language="de")
    assert refused.value.remedies == (Translate("de"),)

    rest = [evolve(row, text="" if row.text else translated(row.source)) for row in half]
    result = await read_back(story, "de", sheets[form].write(evolve(sheet, rows=rest)), form)
    assert not result.workbook.open_lines, "the lines that are empty now keep their translations"
    [kept] = [each for each in result.warnings if "keep their translations" in each]
    assert kept.endswith(" and 48 more.")
    assert f": {rest[0].id}, {rest[1].id}, " in kept

    before = (story / "translations/de.yaml").read_bytes()
    lost = [evolve(row, text=row.text.replace("*", "")) for row in half]
    with pytest.raises(InputError, match=r"lacks \*"):
        await read_back(story, "de", sheets[form].write(evolve(sheet, rows=lost)), form)
    assert (story / "translations/de.yaml").read_bytes() == before


async def test_a_new_label_may_not_equal_one_that_the_file_leaves_empty(story: Path) -> None:
    """Players must tell a new option from one that keeps its translation. (TRA-3.4)"""
    rows = await fill(story, "de")
    option, same = [row for row in rows if row[2] == "choice"][1:3]
    same[6], option[6] = option[6], ""
    with pytest.raises(InputError, match="Players could not tell the option"):
        await read_back(story, "de", csv_of(rows))
