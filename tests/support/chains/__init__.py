"""Chains and graphs to test with: planted through the one write path, or made without a database."""
