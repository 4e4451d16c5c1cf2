"""Report the state of a project, and apply the author's changes: edits, renames and undo."""
