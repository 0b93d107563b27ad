"""Quotations: assembled from sentences, checked against sources, counted."""
