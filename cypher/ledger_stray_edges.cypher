// name: ledger_stray_edges
// params: types: str[], limit: int
// returns: rows(type: str, start: str, end: str, run: str, seq: any)
// why: Edges that belong to no activity: unstamped, of an undeclared type, or stamped with an activity that is not there.
// scans: Deliberately every edge, and only when the totals do not add up: what has no stamps is in no index.
MATCH (x)-[e]->(y)
WHERE e.run IS NULL OR e.seq IS NULL
   OR NOT type(e) IN $types
   OR NOT EXISTS { MATCH (a:Activity {run: e.run, seq: e.seq}) }
RETURN type(e) AS type, x.id AS start, y.id AS end, e.run AS run, e.seq AS seq
ORDER BY run, seq, type
LIMIT $limit
