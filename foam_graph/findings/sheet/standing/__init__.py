"""What sentences stand as: rules with their conditions, facts with what they say to them, plans, opinions."""
