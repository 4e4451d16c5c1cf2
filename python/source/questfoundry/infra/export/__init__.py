"""Turn a finished story into files: one exporter for each format."""
