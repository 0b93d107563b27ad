"""Transcripts of debates, read into utterances; whatever is left out is listed with the reason."""
