"""Read the pictures and sounds that the prose of a story shows, and check them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from questfoundry.domain.finding import Finding
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.protocols.exporter import AssetSource
from questfoundry.domain.story.asset import MAX_ALL_BYTES, Asset, AssetProblem
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.prose_markup import Media

Paragraphs = Mapping[str, Sequence[ProseParagraph]]
"""The paragraphs of each passage, by passage id."""


def read_assets(texts: Paragraphs, source: AssetSource) -> Mapping[str, Asset]:
    """Return the usable pictures and sounds in ``texts``, by name."""
    names = dict.fromkeys(each.name for _, each in _list_media(texts))
    found = {name: source.read(name) for name in names}
    return {name: each for name, each in found.items() if isinstance(each, Asset)}


def check_media(texts: Paragraphs, source: AssetSource) -> Iterator[Finding]:
    """Yield a finding for each picture or sound that is unusable, has no description, or is large.

    Players read the description of a file that is unusable.
    """
    found: dict[str, Asset | AssetProblem] = {}
    total = 0
    for passage, media in _list_media(texts):
        if media.name not in found:
            asset = found[media.name] = source.read(media.name)
            size = len(asset.content) if isinstance(asset, Asset) else 0
            if total <= MAX_ALL_BYTES < total + size:
                yield _build_finding(
                    passage,
                    f"The pictures and sounds up to {media.name!r} have more than "
                    f"{MAX_ALL_BYTES // 1_000_000} MB together.",
                    "Save them at a smaller size, because each web page contains all of them.",
                )
            total += size
        if isinstance(problem := found[media.name], AssetProblem):
            yield _build_finding(passage, problem.problem, problem.fix)
        if not media.alt:
            yield _build_finding(
                passage,
                f"{media.name!r} has no description for players who cannot see or hear it.",
                f"Write it between the brackets: ![A map of the house](assets/{media.name})",
            )


def _list_media(texts: Paragraphs) -> Iterable[tuple[str, Media]]:
    return (
        (passage, media)
        for passage, paragraphs in texts.items()
        for each in paragraphs
        if (media := each.media)
    )


def _build_finding(passage: str, problem: str, fix: str) -> Finding:
    return ProseRule.MEDIA.make_finding(passage=passage, problem=problem, fix=fix)
