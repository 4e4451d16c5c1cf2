"""Represent imported stories by other authors: their structure and the code in their passages."""
