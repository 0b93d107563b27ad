// name: edge_types
// params: none
// returns: rows(type: str)
// why: Which types have an edge: a statement over every type takes a server long to plan, and most databases hold few.
// effect: asks the server for the counts that it keeps: to look for one edge of a type that none has would read the whole graph.
CALL db.stats.retrieve('GRAPH COUNTS') YIELD data
UNWIND data.relationships AS counted
WITH counted
WHERE counted.startLabel IS NULL AND counted.endLabel IS NULL AND counted.relationshipType IS NOT NULL AND counted.count > 0
RETURN counted.relationshipType AS type
