// name: erasure_edges_of_node
// params: id: str, types: str[], keys: str[]
// returns: rows(start: str, type: str, activity: str, ord: int, run: str, fields: str[], salted: str[])
// why: The edges that join a node or activity and have texts of their own, and in which properties.
CALL () {
  MATCH (n:Artifact {id: $id})
  RETURN n
  UNION
  MATCH (n:Activity {id: $id})
  RETURN n
}
MATCH (n)-[e]-()
WHERE type(e) IN $types
WITH DISTINCT startNode(e) AS a, e
WITH a, e, [key IN $keys WHERE e[key] IS NOT NULL] AS fields
WHERE size(fields) > 0
RETURN a.id AS start, type(e) AS type, e.activity AS activity, e.ord AS ord, e.run AS run, fields,
       [key IN fields WHERE e[key + '_salt'] IS NOT NULL
        OR key IN split(split(coalesce(e.commitment, ':'), ':')[0], ',')] AS salted
