"""Folders and archives as files in a fixed order."""
