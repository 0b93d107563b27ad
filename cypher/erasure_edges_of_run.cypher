// name: erasure_edges_of_run
// params: run: str, types: str[], keys: str[]
// returns: rows(start: str, type: str, activity: str, ord: int, run: str, fields: str[], salted: str[])
// why: The edges of a chain that still have personal texts, and in which properties.
CALL () {
  MATCH (a:Artifact {run: $run})-[e]->()
  USING INDEX SEEK a:Artifact(run, seq)
  WHERE a.seq >= 0 AND e.run = $run AND type(e) IN $types
  RETURN a, e
UNION ALL
  MATCH (a:Activity {run: $run})-[e]->()
  USING INDEX SEEK a:Activity(run, seq)
  WHERE a.seq >= 0 AND e.run = $run AND type(e) IN $types
  RETURN a, e
}
WITH a, e, [key IN $keys WHERE e[key] IS NOT NULL] AS fields
WHERE size(fields) > 0
RETURN a.id AS start, type(e) AS type, e.activity AS activity, e.ord AS ord, e.run AS run, fields,
       [key IN fields WHERE e[key + '_salt'] IS NOT NULL
        OR key IN split(split(coalesce(e.commitment, ':'), ':')[0], ',')] AS salted
