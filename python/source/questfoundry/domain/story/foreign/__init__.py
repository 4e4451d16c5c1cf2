"""Represent stories imported from other tools: their structure and the code in their passages."""
