"""Define the errors of the material, which name the file, scene, variant and line."""

from questfoundry.domain.errors import PromptError


class SlotError(Exception):
    """An error for a slot or a condition that asks for something that the material lacks."""


class MaterialError(PromptError):
    """An error for a faulty file of the material; the message says where, and what to do."""
