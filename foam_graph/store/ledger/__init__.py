"""The ledger of the whole database: verification, checkpoints, anchors."""
