"""Debates, whoever takes part: what is said, the schemes it argues by, what it asserts and where it fails."""
