"""Chains as W3C PROV, and a full export back into rows."""
