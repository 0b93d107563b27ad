"""The foam command: verbs over the use cases of ``foam_graph.app``."""

from foam_graph.cli.entry import main, run

__all__ = ["main", "run"]
