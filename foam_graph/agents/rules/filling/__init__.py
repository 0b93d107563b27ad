"""An argument's part: how well a sentence fits a slot, and what is said in it."""
