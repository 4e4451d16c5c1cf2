"""An author's outline: its idea, its plot points and names, and their coverage by a plan."""
