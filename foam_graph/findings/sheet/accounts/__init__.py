"""What statements tell in a form that different hands can be held against each other in: doings, things, amounts, days."""
