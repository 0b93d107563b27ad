"""Bytes of any format to text with citations and pages."""
