"""What sentences say and show, whoever argues: language, comparison, arithmetic."""
