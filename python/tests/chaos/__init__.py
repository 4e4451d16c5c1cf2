"""Every command that writes, against every fault of a server and every moment of a kill.

The short part is tests; ``python -m tests.chaos`` runs the long one and prints its table.
"""
