"""What is to be decided: options, issues, and the conditions that tie them together."""
