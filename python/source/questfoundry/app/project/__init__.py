"""Reading and curating a project: status, artifacts, runs."""
