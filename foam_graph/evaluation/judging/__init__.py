"""Judges of debates: what they are asked, what their answers come to, and whether they may be believed."""
