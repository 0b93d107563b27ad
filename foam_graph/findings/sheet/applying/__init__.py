"""Rules applied to the facts of a file: what they require, what they except, what they bound."""
