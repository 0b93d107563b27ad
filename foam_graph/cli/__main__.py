"""``python -m foam_graph.cli``: the same as the ``foam`` command."""

from foam_graph.cli.entry import main

main()
