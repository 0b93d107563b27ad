"""The graph as data: kinds, deltas, validation, canonical form, subgraphs. Pure."""
