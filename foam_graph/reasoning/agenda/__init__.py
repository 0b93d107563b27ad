"""What is to be decided: options, issues, and when an option holds."""
