// name: find_ids
// params: prefix: str, limit: int
// returns: rows(id: str, kind: str, run: str)
// why: The nodes and activities whose id begins with a prefix; an exact match comes first.
CALL () {
  MATCH (n:Artifact) WHERE n.id STARTS WITH $prefix RETURN n ORDER BY size(n.id), n.id LIMIT $limit
UNION
  MATCH (n:Activity) WHERE n.id STARTS WITH $prefix RETURN n ORDER BY size(n.id), n.id LIMIT $limit
}
RETURN n.id AS id, CASE WHEN n:Challenge THEN 'Challenge' WHEN n:Ruling THEN 'Ruling' WHEN n:Weighing THEN 'Weighing'
         ELSE [label IN labels(n) WHERE NOT label IN ['Artifact', 'Activity']][0] END AS kind, n.run AS run
ORDER BY size(id), id
LIMIT $limit
