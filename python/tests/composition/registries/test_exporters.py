"""All export formats side by side."""

from contextlib import suppress

from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from questfoundry.composition.registries.formats import story_exporters
from questfoundry.domain.errors import FormatError
from questfoundry.domain.protocols.exporter import is_plain_name
from tests.support.editions import REPORTS, small_edition
from tests.support.examples import examples

SIDE_BY_SIDE = {*REPORTS, "manifest.json"}


@examples(15)
@given(st.text(max_size=12))
@example("Report")
@example("Manifest")
@example("Hands")
@example("../..")
@example("Con")
@example("")
def test_files_of_all_formats_lie_in_one_folder(title: str) -> None:
    """Two formats with one file name would overwrite each other in the exports folder."""
    edition = evolve(small_edition(), title=title)
    names: list[str] = []
    for each in story_exporters():
        with suppress(FormatError):
            names += [file.name for file in each.export(edition)]
    assert len({name.casefold() for name in names} | SIDE_BY_SIDE) == len(names) + len(SIDE_BY_SIDE)
    assert all(map(is_plain_name, names))
    assert "con" not in {name.partition(".")[0] for name in names}


def test_every_format_has_a_name_of_its_own() -> None:
    """`--format` chooses by name, so two formats must not share a name."""
    formats = [each.format for each in story_exporters()]
    assert len(set(formats)) == len(formats)
