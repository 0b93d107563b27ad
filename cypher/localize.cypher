// name: localize
// params: id: str
// returns: rows(claim: str, leaf: str, why: str, depth: int)
// why: Blast radius of a node: the live claims that rest on it, directly or through lines (depth 0), and those that rest on these (depth 1 and more).
MATCH (t:Artifact {id: $id})
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
  MATCH (t:Syllogism)<-[:FILLS]-(claim:Claim) RETURN claim, 'fills the challenged argument' AS why
UNION
  MATCH (t:TemplateChoice)<-[:DEPENDS_ON]-(:TemplateTraversal)<-[:FOLLOWS]-(claim:Claim) RETURN claim, 'is there because of the challenged choice' AS why
}
WITH DISTINCT claim, why
WHERE NOT EXISTS { (claim)<-[:SUPERSEDES]-() }
MATCH path = (claim)<-[:RESTS_ON*0..12]-(up:Claim)
WHERE NOT EXISTS { (up)<-[:SUPERSEDES]-() }
WITH up, min(length(path)) AS depth, collect(DISTINCT why) AS reasons
RETURN up.id AS claim, up.leaf AS leaf,
       CASE WHEN depth = 0 THEN reasons[0] ELSE 'rests on a claim of the frontier' END AS why, depth
ORDER BY depth, claim
