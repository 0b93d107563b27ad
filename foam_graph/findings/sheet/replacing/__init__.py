"""What was replaced or withdrawn, and who still goes by it."""
