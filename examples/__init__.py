"""Sample worlds, fictional and written for this project; shipped as ``foam_graph.examples``."""
