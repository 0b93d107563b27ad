"""The agenda of a deliberation: options, issues, and the conditions that tie them together."""
