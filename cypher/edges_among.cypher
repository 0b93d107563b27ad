// name: edges_among
// params: ids: str[], limit: int
// returns: rows(start: str, type: str, end: str)
// why: The edges among some nodes, to draw what a statement gave.
UNWIND $ids AS id
MATCH (a:Artifact {id: id})-[e]->(b:Artifact)
WHERE b.id IN $ids
RETURN a.id AS start, type(e) AS type, b.id AS end
ORDER BY start, type, end
LIMIT $limit
