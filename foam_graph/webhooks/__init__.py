"""Webhooks: what happened is told to addresses that an operator named; signed, tried again, and never lost unseen."""
