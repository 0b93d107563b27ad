"""The foam command."""
