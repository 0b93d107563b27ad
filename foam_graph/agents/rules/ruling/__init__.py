"""One file for each task that the rules answer."""
