// name: untested_core_claims
// params: run: str
// returns: rows(claim: str, leaf: str, stance_id: str, text: str)
// why: Which core claims did no other perspective try to refute?
MATCH (p:Artifact {run: $run})
USING INDEX SEEK p:Artifact(run, seq)
WHERE p.seq >= 0 AND p:Position AND NOT EXISTS { (p)<-[:SUPERSEDES]-() }
MATCH (p)-[:INCLUDES]->(s:Standing)-[:CLASSIFIES]->(c:Claim)
WHERE s.class = 'core' AND NOT s.tested
RETURN c.id AS claim, c.leaf AS leaf, c.stance_id AS stance_id, c.text AS text
ORDER BY claim
