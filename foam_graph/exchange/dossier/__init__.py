"""A run as one HTML file for people."""
