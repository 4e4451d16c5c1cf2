"""What embedders test with: scripted providers, in-memory ports, contract suites."""
