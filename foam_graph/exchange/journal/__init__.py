"""The journal of a chain: written, verified, replayed."""
