"""Agents behind one Protocol: an OpenAI-compatible client and offline rules."""
