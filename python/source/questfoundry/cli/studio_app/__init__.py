"""The studio at a terminal: a Textual application over a session.

Only the command ``qf studio`` imports this package.
"""
