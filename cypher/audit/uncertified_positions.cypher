// name: uncertified_positions
// params: limit: int = 100
// returns: rows(run: str, position: str, version: int, failed: str[])
// why: Which current positions of any run are not certified, and because of which checks?
// scans: Every Position node; there is one a run and repair.
MATCH (p:Position)
WHERE NOT p.certified AND NOT EXISTS { (p)<-[:SUPERSEDES]-() }
CALL (p) {
  OPTIONAL MATCH (p)-[:INCLUDES]->(k:Check)
  WHERE NOT k.ok
  WITH k ORDER BY k.name
  RETURN collect(k.name) AS failed
}
RETURN p.run AS run, p.id AS position, p.version AS version, failed
ORDER BY run, position
LIMIT $limit
