"""What sentences and rows tell of a day, and the lines of the timeline that come of it."""
