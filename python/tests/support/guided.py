"""Small schemas, and field guides with a scripted model."""

from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.infra.llm.tiny.field_writer import FieldWriter
from questfoundry.infra.llm.tiny.guides import EntityWording, FieldWording, Guide
from tests.support.small_model import TOPIC, Continues, SharedWords
from tests.support.stage_runs import shipped_prompts

TEXT = {"type": "string"}


def listed(item, **bounds):
    return {"type": "array", "items": item, **bounds}


def of_fields(**fields):
    return {"type": "object", "properties": fields, "required": list(fields)}


async def filled(schema, guide, model=None, idea=TOPIC, **subject):
    """Return a guide's result for a schema; ``subject`` has more values of the subject."""
    writer = FieldWriter(
        schema=schema,
        subject=SectionSubject(idea=idea, **subject),
        wording=FieldWording.load(shipped_prompts()),
        ask=(model or Continues()).complete,
        embeddings=SharedWords(),
        seed="0",
        entity_wording=EntityWording.load(shipped_prompts()),
    )
    return await writer.write(Guide.model_validate(guide))
