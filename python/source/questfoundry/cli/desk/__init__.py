"""The desk: a project in the browser, served on this computer only; loaded by ``qf desk`` alone."""
