"""Describe the built-in stages as plain data.

Help, commands and status use the descriptions before the code of a stage is imported.
"""

from pathlib import Path


class Stage:
    """A stage of the pipeline, as plain data.

    ``name`` identifies the stage everywhere; ``summary`` is the help line of its command. ``needs``
    names the stages whose artifacts it uses; a stage without needs uses the author's idea. ``uses``
    names further stages whose artifacts it uses if the story has them. A stage of another package
    sets ``after``, the stage it follows, and ``prompts``, the folder of its texts. A built-in stage
    names its class in ``code``, from ``questfoundry.app.stages``.

    ``settles_size`` and ``settles_shape`` mean that the size or the shape of the story can still be
    chosen in this stage. ``writes_prose`` means that the stage writes the text of passages.
    ``has_acts`` means that minor choices are optional. ``by_chapter`` means that later runs can add
    chapters to the artifact. ``accepts_whole`` means that a provider may submit the whole artifact
    in one answer. ``compares_idea`` means that the artifact may lack requests of the author's idea,
    not only of the outline.
    """

    name: str
    summary: str
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    after: str = ""
    prompts: Path | None = None
    code: str = ""
    makes_artifact: bool = True
    settles_size: bool = False
    settles_shape: bool = False
    has_acts: bool = False
    by_chapter: bool = False
    writes_prose: bool = False
    accepts_whole: bool = False
    compares_idea: bool = True

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of the stages whose changes make the artifact of this stage stale."""
        return (*self.needs, *self.uses)


class DreamDescription(Stage):
    """The first stage, DREAM; it needs only the author's idea."""

    name = "dream"
    code = "dream:DreamStage"
    summary = "Define the vision of the story."
    settles_size = True
    settles_shape = True
    compares_idea = False


class BrainstormDescription(Stage):
    """The second stage, BRAINSTORM."""

    name = "brainstorm"
    code = "brainstorm.stage:BrainstormStage"
    summary = "Find the story's entities and dilemmas."
    needs = ("dream",)
    accepts_whole = True
    settles_size = True
    settles_shape = True


class SeedDescription(Stage):
    """The third stage, SEED."""

    name = "seed"
    code = "seed.stage:SeedStage"
    summary = "Make the plan: what the story keeps, and how it branches."
    needs = ("dream", "brainstorm")
    accepts_whole = True
    settles_size = True
    by_chapter = True
    compares_idea = False


class GrowDescription(Stage):
    """The fourth stage, GROW."""

    name = "grow"
    code = "grow.stage:GrowStage"
    summary = "Turn the plan into passages and choices, and prove them sound."
    needs = ("dream", "brainstorm", "seed")
    accepts_whole = True
    has_acts = True
    by_chapter = True
    compares_idea = False


class FillDescription(Stage):
    """The fifth stage, FILL."""

    name = "fill"
    code = "fill:FillStage"
    summary = "Define the narrative voice, and write the prose of every passage."
    needs = ("dream", "brainstorm", "seed", "grow")
    writes_prose = True
    compares_idea = False


class ShipStage(Stage):
    """The last stage, SHIP, which writes files to the export folder instead of an artifact."""

    name = "ship"
    summary = "Write the story in the formats that are played and printed."
    needs = ("dream", "brainstorm", "seed", "grow", "fill")
    makes_artifact = False


BUILT_IN: tuple[type[Stage], ...] = (
    DreamDescription,
    BrainstormDescription,
    SeedDescription,
    GrowDescription,
    FillDescription,
    ShipStage,
)
"""The built-in stages, in the order of the pipeline; each has a command and a status."""
