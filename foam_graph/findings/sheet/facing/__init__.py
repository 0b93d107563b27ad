"""Sentences of different documents held against each other by what seldom words they share, whatever their grammar."""
