"""What is done to any text: folding, boundaries, cues, differences of words."""
