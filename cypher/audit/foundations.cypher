// name: foundations
// params: run: str, least: int = 2, limit: int = 20
// returns: rows(claim: str, text: str, dependents: int)
// why: On which current claims do most other current claims rest, directly or through others?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:Claim AND NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() } AND EXISTS { (c)<-[:RESTS_ON]-(:Claim) }
MATCH (c)<-[:RESTS_ON]-{1,50}(up:Claim)
WHERE NOT EXISTS { (up)<-[:SUPERSEDES|WITHDRAWS]-() }
WITH c, count(DISTINCT up) AS dependents
WHERE dependents >= $least
RETURN c.id AS claim, c.text AS text, dependents
ORDER BY dependents DESC, claim
LIMIT $limit
