"""``python -m foam_graph``: the same as the ``foam`` command."""

from foam_graph.cli.entry import main

main()
