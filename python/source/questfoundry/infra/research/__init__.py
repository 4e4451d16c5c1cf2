"""The sources behind the research tools."""
