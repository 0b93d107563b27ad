"""Readers of PROV in every syntax."""
