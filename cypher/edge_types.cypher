// name: edge_types
// params: types: str[]
// returns: rows(type: str)
// why: Which of these types have an edge at all, from a look at one edge of each: a statement over every type takes a server long to plan, and most databases hold few.
UNWIND $types AS type
WITH type
WHERE EXISTS { MATCH ()-[:$(type)]->() }
RETURN type
ORDER BY type
