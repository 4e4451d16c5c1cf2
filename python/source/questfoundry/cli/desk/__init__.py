"""The desk: the project in a browser, served on this machine alone; only `qf desk` loads it."""
