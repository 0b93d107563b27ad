"""Sentences and paragraphs of a text as character spans."""
