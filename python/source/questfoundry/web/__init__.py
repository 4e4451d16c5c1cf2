"""The desk: the web pages of a project, served on this computer only.

Only the command ``qf desk`` imports this package.
"""
