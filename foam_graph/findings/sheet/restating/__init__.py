"""What different documents tell of one matter, in whatever words: held against each other in one normal form."""
