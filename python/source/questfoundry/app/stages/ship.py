"""SHIP: the written story becomes files to play; no model is asked."""

from __future__ import annotations

from questfoundry.app.stages.stage import Stage

SHIP = "ship"


class ShipStage(Stage):
    """The last stage; what it makes lies in the folder of exports."""

    name = SHIP
    summary = "Write the story in the formats that are played and printed."
    needs = ("dream", "brainstorm", "seed", "grow", "fill")
