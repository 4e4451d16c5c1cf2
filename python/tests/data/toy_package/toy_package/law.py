"""A law: no title is in capitals."""

from collections.abc import Iterator

from questfoundry import AddedLaw, Finding, Story, Structure


def findings(structure: Structure, story: Story | None) -> Iterator[Finding]:
    """Each title that shouts."""
    for passage in structure.passages:
        if passage.title.isupper():
            yield LAW.build_finding(
                place=passage.id,
                problem=f"The title {passage.title!r} shouts.",
                fix="Write it in lower case.",
            )


LAW = AddedLaw(value="quiet-titles", sentence="No title is in capitals.", findings=findings)
