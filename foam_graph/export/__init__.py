"""What leaves the graph: PROV, journal and dossier of a run, and the files generated from the model's two tables."""
