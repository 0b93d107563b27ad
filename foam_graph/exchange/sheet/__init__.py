"""A case sheet as one page of HTML."""
