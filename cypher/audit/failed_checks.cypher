// name: failed_checks
// params: run: str
// returns: rows(position: str, name: str, detail: str)
// why: Which checks did the current position not pass?
MATCH (p:Artifact {run: $run})
USING INDEX SEEK p:Artifact(run, seq)
WHERE p.seq >= 0 AND p:Position AND NOT EXISTS { (p)<-[:SUPERSEDES]-() }
MATCH (p)-[:INCLUDES]->(k:Check)
WHERE NOT k.ok
RETURN p.id AS position, k.name AS name, k.detail AS detail
ORDER BY position, name
