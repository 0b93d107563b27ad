"""The one write path: deltas queued, batched in lanes, written by statements."""
