"""Every writing command against every server fault and a kill at any moment.

The short part runs as tests; ``python -m tests.chaos`` runs the long part and prints its table.
"""
