"""Turn a finished story into files, with one exporter for each format."""
