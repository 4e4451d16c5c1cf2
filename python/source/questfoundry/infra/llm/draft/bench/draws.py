"""Check that each setting has enough lines of every kind for any story."""

from collections.abc import Iterator

from questfoundry.infra.llm.draft.bench.finding import MaterialFinding
from questfoundry.infra.llm.draft.premise import Premise, Scene, Variant
from questfoundry.infra.llm.draft.setting import BY_HOUR, MOST_DRAWS


def find_overdrawn(premise: Premise, file: str) -> Iterator[MaterialFinding]:
    """Yield a finding for each kind of setting line that ``premise`` may use too often.

    The worst case counts: for each scene, the variant that uses the most lines. A draft that runs
    out of lines would fail.
    """
    for key, most in MOST_DRAWS.items():
        for hour in ("dusk", "night") if key in BY_HOUR else ("",):
            scenes = [each for each in premise.scenes.values() if hour in ("", each.hour)]
            count = sum(_count_most_draws(each, key) for each in scenes)
            if count > most:
                yield MaterialFinding(
                    file=file,
                    problem=f"variants that can come together take {count} lines of "
                    f"{{any.{key}}} {hour}".rstrip(),
                    fix=f"Take {most} at most: remove some.",
                )


def _count_most_draws(scene: Scene, key: str) -> int:
    return max(_count_draws(each, key) for each in scene.variants)


def _count_draws(variant: Variant, key: str) -> int:
    return f"{variant.text}{variant.again}".lower().count(f"{{any.{key}}}")
