"""Agents that are models: one OpenAI-compatible endpoint, asked, checked, paid, recorded and replayed."""
