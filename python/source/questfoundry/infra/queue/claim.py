"""Define the claim of a worker to a job, and the claimed job."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.run.job import Job


@frozen(kw_only=True)
class Claim:
    """The right of ``worker`` to perform the job ``job``, until another worker takes it over.

    Each takeover and each return to the queue adds 1 to ``attempt``, so an old claim never fits.
    """

    job: int
    worker: int
    attempt: int


@frozen(kw_only=True)
class ClaimedJob:
    """A job that a worker performs, and its project."""

    claim: Claim
    tenant: str
    project: str
    work: Job
