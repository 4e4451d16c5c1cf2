"""The studio at a terminal: a Textual application over a session, loaded by ``qf studio`` alone."""
