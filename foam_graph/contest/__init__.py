"""A challenge becomes a repaired position: localise, adjudicate, regenerate only the frontier."""
