"""The exporters that turn a finished story into files."""
