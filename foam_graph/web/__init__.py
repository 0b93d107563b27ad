"""The house where people read, contest and audit: pages with a JSON twin each. It holds no logic of its own."""
