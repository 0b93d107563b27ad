"""What papers say of the rules that they name by number: that a limit of theirs is kept, and what stands in them."""
