"""Templates and syllogisms: trees of what a position has to say, and the walk over them."""
