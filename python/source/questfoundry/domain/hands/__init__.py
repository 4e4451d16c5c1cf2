"""The ledger of hands: who wrote each sentence that players read."""
