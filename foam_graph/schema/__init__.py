"""What is generated from the model's tables: ontology, shapes, context, constraints, reference and audit pages."""
