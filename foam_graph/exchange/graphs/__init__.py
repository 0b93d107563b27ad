"""The graph of a chain for other tools: all of it as GraphML or CSV, its arguments as a drawing or as Argdown."""
