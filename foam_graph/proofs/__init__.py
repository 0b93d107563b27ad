"""Proofs that need no database: Merkle trees, signed checkpoints, and places outside that hold them."""
