"""Jobs on many machines: a queue in PostgreSQL, its workers, and the stored events of jobs.

Procrastinate hands out the jobs. Needs the extra ``database``.
"""
