"""The desk: a project in the browser, served on this computer only.

Only the command ``qf desk`` imports this package.
"""
