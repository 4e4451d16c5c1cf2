"""Jobs on many machines: a queue in PostgreSQL, its workers, and the stored events of jobs."""
