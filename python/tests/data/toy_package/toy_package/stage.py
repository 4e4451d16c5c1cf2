"""A stage after DREAM that settles the motto of a story."""

from pathlib import Path

from questfoundry import Artifact, ArtifactStage, Section


class MottoArtifact(Artifact):
    """The motto."""

    motto: str


class MottoStage(ArtifactStage):
    """Asks for a motto; the story continues as it was."""

    name = "motto"
    summary = "Settle the motto of the story."
    needs = ("dream",)
    after = "dream"
    artifact = MottoArtifact
    prompts = Path(__file__).parent / "prompts"

    def sections(self, story, inputs, traits):
        """Ask for the motto, the only section."""
        motto = yield Section(name="motto", model=MottoArtifact)
        return motto

    def variables(self, story, inputs):
        """What the prompts may speak of."""
        return {"genre": story.vision.genre, "language": inputs.language}

    def default_answer(self, story):
        """A motto for a run without a model."""
        return MottoArtifact(motto=f"Nothing is only {story.vision.genre}.")

    def apply(self, story, artifact):
        """A motto changes nothing that later stages read."""
        return story
