"""Reasoning as pure functions: a subgraph, evidence and an agent in, a delta out (decision 0008)."""
