"""What papers cite of each other: words in quotation marks, and the numbers of rules."""
