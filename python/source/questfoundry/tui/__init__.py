"""The studio as a full-screen terminal application, built with Textual.

Only the command ``qf studio`` imports this package.
"""
