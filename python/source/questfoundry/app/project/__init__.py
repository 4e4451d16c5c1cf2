"""The state of a project and the author's changes to it: status, edits, renames, undo."""
