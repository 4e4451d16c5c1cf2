"""Play structures: simulate single playthroughs, and prove exact facts about all of them."""
