"""Test the material (the texts for drafts): compose stories with many casts, report faults."""
