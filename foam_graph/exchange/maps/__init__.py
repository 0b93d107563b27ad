"""Argument maps in AIF and Argdown: read, written, imported, labelled."""
