"""The ports: abstract interfaces that the domain and the use cases need, one role per file."""
