"""Ruling on a challenge by rules: what counter-evidence comes to, and a test for each kind of challenge."""
