"""Running a stage and the whole pipeline, and where a project stands."""
