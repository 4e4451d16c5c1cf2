"""Connect use cases with adapters in containers."""
