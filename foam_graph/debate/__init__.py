"""Debates: transcripts of those that were held; memory, recall and new debates build on them."""
