"""Rules that take part in debates: they label, read, speak and judge by stated signs, and say that they do."""
