"""Real HTTP servers on the loopback address, in place of a model, an encoder or a research service."""
