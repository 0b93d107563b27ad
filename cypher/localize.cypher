// name: localize
// params: id: str
// returns: rows(claim: str, leaf: str, why: str, depth: int)
// why: Blast radius of a node: the live claims that rest on it, directly or through lines or ratings (depth 0), and those that rest on these, in whatever version (depth 1 and more).
// for: readers
MATCH (:Artifact {id: $id})-[:SUPERSEDES]->*(t:Artifact)
CALL (t) {
  WITH t WHERE t:Claim RETURN t AS claim, 'is the challenged claim' AS why
UNION
  MATCH (t)<-[:USES]-(:Warrant)-[:WARRANTS]->(claim:Claim) RETURN claim, 'its line uses the challenged record' AS why
UNION
  MATCH (t)<-[:QUOTES]-(:EvidenceRecord)<-[:USES]-(:Warrant)-[:WARRANTS]->(claim:Claim) RETURN claim, 'its record quotes the challenged sentence' AS why
UNION
  MATCH (t)-[:WARRANTS|QUALIFIES|EXCEPTS]->(claim:Claim) RETURN claim, 'is licensed or limited by the challenged part' AS why
UNION
  MATCH (t)-[:BACKS]->(:Warrant)-[:WARRANTS]->(claim:Claim) RETURN claim, 'its warrant is backed by the challenged part' AS why
UNION
  MATCH (t:EvidenceSentence)<-[:RESTS_ON]-(made)<-[:RESTS_ON]-(claim:Claim) WHERE made:Calculation OR made:RuleApplication
  RETURN claim, 'it computes or applies a rule with the challenged sentence' AS why
UNION
  MATCH (t:EvidenceSentence)<-[:RESTS_ON]-(:Finding)<-[:RESTS_ON]-(claim:Claim) RETURN claim, 'rests on a finding of the challenged sentence' AS why
UNION
  MATCH (t:EvidenceSentence)<-[:RESTS_ON]-(:EvidenceRecord)<-[:USES]-(:Warrant)-[:WARRANTS]->(claim:Claim)
  RETURN claim, 'its record passes on the challenged sentence' AS why
UNION
  MATCH (t)<-[:RESTS_ON]-(made)<-[:RESTS_ON]-(claim:Claim)
  WHERE made:Finding OR made:Calculation OR made:RuleApplication
  WITH t, claim WHERE t:Finding OR t:Calculation OR t:RuleApplication
  RETURN claim, 'it computes or applies a rule with what is challenged' AS why
UNION
  MATCH (t:Syllogism)<-[:FILLS]-(claim:Claim) RETURN claim, 'fills the challenged argument' AS why
UNION
  MATCH (t:TemplateChoice)<-[:DEPENDS_ON]-(:TemplateTraversal)<-[:FOLLOWS]-(claim:Claim) RETURN claim, 'is there because of the challenged choice' AS why
UNION
  MATCH (t:Evaluation)-[:RATES]->(:Artifact)-[:ANSWERS]->{0,1}(:Critique)-[:ATTACKS]->(x:Artifact)
  MATCH (x)-[:QUOTES|USES|WARRANTS]-{0,3}(claim:Claim) RETURN claim, 'its label hangs on the challenged rating' AS why
UNION
  MATCH (t:Weighing) MATCH (i:Artifact) USING INDEX SEEK i:Artifact(run, seq) WHERE i.run = t.run AND i.seq >= 0 AND i:Issue AND i.name = t.issue
  MATCH (claim:Claim)-[:CONCLUDES]->(i) RETURN claim, 'its issue was weighed by the challenged weighing' AS why
UNION
  MATCH (t:Critique)-[:ATTACKS]->(x:Artifact)
  MATCH (x)-[:QUOTES|USES|WARRANTS]-{0,3}(claim:Claim) RETURN claim, 'is attacked by the challenged objection' AS why
UNION
  MATCH (t:Critique)-[:ATTACKS]->(:Artifact)-[:QUALIFIES|EXCEPTS]->(claim:Claim) RETURN claim, 'is attacked by the challenged objection' AS why
UNION
  MATCH (t:Issue)<-[:CONCLUDES]-(claim:Claim) RETURN claim, 'concludes on the challenged issue' AS why
UNION
  MATCH (t)<-[:RESTS_ON]-(claim:Claim) WHERE t:Finding OR t:Calculation OR t:RuleApplication RETURN claim, 'rests on what is challenged' AS why
UNION
  MATCH (t:Perspective)<-[:HOLDS]-(:AgentTurn)-[:PROPOSES]->(claim:Claim) RETURN claim, 'was put forward from the challenged perspective' AS why
}
WITH claim, min(why) AS why
WHERE NOT EXISTS { (claim)<-[:SUPERSEDES|WITHDRAWS]-() }
// A claim that was revised is still what the claims above it rest on: they rest on the slot, not on one wording of it.
MATCH path = ANY SHORTEST (claim) ((a:Claim)-[r:RESTS_ON|SUPERSEDES]-(b:Claim)
  WHERE CASE type(r) WHEN 'RESTS_ON' THEN endNode(r) = a ELSE startNode(r) = a END)* (up:Claim)
WHERE NOT EXISTS { (up)<-[:SUPERSEDES|WITHDRAWS]-() }
WITH up, why, size([x IN relationships(path) WHERE type(x) = 'RESTS_ON']) AS depth
ORDER BY depth, why
WITH up, min(depth) AS depth, head(collect(why)) AS why
RETURN up.id AS claim, up.leaf AS leaf,
       CASE WHEN depth = 0 THEN why ELSE 'rests on a claim of the frontier' END AS why, depth
ORDER BY depth, claim
