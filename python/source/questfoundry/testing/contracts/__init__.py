"""The contract suites: what every adapter and every fake of a port must do."""
