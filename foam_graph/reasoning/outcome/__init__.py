"""What a deliberation came to: the options, the issues with their margins, the objections, and what would turn it."""
