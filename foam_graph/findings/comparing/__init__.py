"""Two sentences: differences, conflicts, support."""
