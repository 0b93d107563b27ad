"""The five phases: a question becomes a certified position."""
