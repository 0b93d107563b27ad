"""Phase 4b: critiques, ratings, revisions, branches and drift."""
