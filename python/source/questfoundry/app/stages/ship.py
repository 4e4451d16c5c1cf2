"""SHIP: the written story becomes playable files, without a model."""

from questfoundry.app.stages.stage import Stage

SHIP = "ship"


class ShipStage(Stage):
    """The last stage; its results are files in the folder of exports."""

    name = SHIP
    summary = "Write the story in the formats that are played and printed."
    needs = ("dream", "brainstorm", "seed", "grow", "fill")
