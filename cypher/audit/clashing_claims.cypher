// name: clashing_claims
// params: run: str
// returns: rows(claim: str, text: str, against: str, other: str, why: str)
// why: Which current claims cannot both hold, and yet both stand?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:Claim AND NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() }
MATCH (c)-[e:REBUTS]->(o:Claim)
WHERE NOT EXISTS { (o)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN c.id AS claim, c.text AS text, o.id AS against, o.text AS other, e.why AS why
ORDER BY claim, against
