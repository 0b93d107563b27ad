"""What people prefer: a blind form of four candidates a context, its answers, and what they come to."""
