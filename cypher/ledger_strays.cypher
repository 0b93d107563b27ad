// name: ledger_strays
// params: run: str, types: str[], limit: int
// returns: rows(type: str, start: str, end: str, stamp: str, declared: bool)
// why: Edges that start at a node or activity of the chain but are in no index of the ledger: unstamped, or of a type that the model does not have.
CALL () {
  MATCH (n:Artifact {run: $run})
  USING INDEX SEEK n:Artifact(run, seq)
  WHERE n.seq >= 0
  MATCH (n)-[e]->(m)
  WHERE e.run IS NULL OR e.seq IS NULL OR NOT type(e) IN $types
  RETURN n, e, m
UNION ALL
  MATCH (n:Activity {run: $run})
  USING INDEX SEEK n:Activity(run, seq)
  WHERE n.seq >= 0
  MATCH (n)-[e]->(m)
  WHERE e.run IS NULL OR e.seq IS NULL OR NOT type(e) IN $types
  RETURN n, e, m
}
RETURN type(e) AS type, n.id AS start, m.id AS end, e.activity AS stamp, type(e) IN $types AS declared
ORDER BY type, start, end
LIMIT $limit
