"""Phase 5: coverage, prose, checks, and the compiled position."""
