"""Stories that somebody else wrote: their structure, and the code in their passages."""
