"""Rule-based agents that need no model: sentence rules, deterministic."""
