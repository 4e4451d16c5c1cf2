"""Jobs of a project: the port of their executor, and the executor of this process."""
