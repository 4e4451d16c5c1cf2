"""Provide the contract suites, which test what every adapter and every fake of a port must do."""
