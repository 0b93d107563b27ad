"""Writers of PROV in every syntax; they know a product only by its prefixes."""
