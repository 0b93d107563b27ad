"""What leaves the graph: PROV of a run, the journal, and everything that is generated from the model's two tables."""
