"""Reads stories in ink, as its compilers publish them."""
