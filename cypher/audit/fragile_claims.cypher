// name: fragile_claims
// params: run: str
// returns: rows(claim: str, text: str, tested: bool, falls_if: str[])
// why: Which core claims would fall under another order of values?
MATCH (p:Artifact {run: $run})
USING INDEX SEEK p:Artifact(run, seq)
WHERE p.seq >= 0 AND p:Position AND NOT EXISTS { (p)<-[:SUPERSEDES]-() }
MATCH (p)-[:INCLUDES]->(s:Standing)-[:CLASSIFIES]->(c:Claim)
WHERE s.class = 'core' AND size(s.falls_if) > 0
RETURN c.id AS claim, c.text AS text, s.tested AS tested, s.falls_if AS falls_if
ORDER BY claim
