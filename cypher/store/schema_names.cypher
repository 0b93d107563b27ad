// name: schema_names
// params: none
// returns: rows(name: str)
// why: Which constraints and indexes are there, so that opening the store sends only what is missing.
// effect: asks the server about its schema, not the graph.
SHOW INDEXES YIELD name RETURN name
