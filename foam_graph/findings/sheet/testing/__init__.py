"""Whether what makers of findings bring together was tested, or can only be read together."""
