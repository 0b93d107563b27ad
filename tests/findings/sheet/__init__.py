"""What the sheet's makers find in small texts, and what they leave alone."""
