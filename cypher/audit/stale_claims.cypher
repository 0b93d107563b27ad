// name: stale_claims
// params: run: str, before: str
// returns: rows(claim: str, leaf: str, text: str, newest: str)
// why: Which current claims have no evidence as new as a date (ISO 8601, as much of it as wanted)?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:Claim AND NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() }
MATCH (c)<-[:WARRANTS]-(w:Warrant)-[:USES]->(r:EvidenceRecord)
WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
WITH c, max(r.newest) AS newest
WHERE newest < $before
RETURN c.id AS claim, c.leaf AS leaf, c.text AS text, newest
ORDER BY newest, claim
