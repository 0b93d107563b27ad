// name: divided_claims
// params: run: str
// returns: rows(claim: str, text: str, class: str, condition: str, in_for: str[], out_for: str[])
// why: Which claims of the current position hold for some audiences and not for others, and under which condition?
MATCH (p:Artifact {run: $run})
USING INDEX SEEK p:Artifact(run, seq)
WHERE p.seq >= 0 AND p:Position AND NOT EXISTS { (p)<-[:SUPERSEDES]-() }
MATCH (p)-[:INCLUDES]->(s:Standing)-[:CLASSIFIES]->(c:Claim)
WHERE size(s.in_for) > 0 AND size(s.out_for) > 0
RETURN c.id AS claim, c.text AS text, s.class AS class, s.condition AS condition, s.in_for AS in_for, s.out_for AS out_for
ORDER BY class, claim
