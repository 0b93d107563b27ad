// name: evidence_for_both_sides
// params: run: str
// returns: rows(sentence: str, text: str, sides: str[], claims: str[], critiques: str[])
// why: Which sentences are used by more than one side, for a claim and against one, or by several perspectives?
MATCH (s:Artifact {run: $run})
USING INDEX SEEK s:Artifact(run, seq)
WHERE s.seq >= 0 AND s:EvidenceSentence AND EXISTS { (s)<-[:QUOTES]-(:EvidenceRecord) }
CALL (s) {
  MATCH (s)<-[:QUOTES]-(r:EvidenceRecord)<-[:USES]-(w:Warrant)-[:WARRANTS]->(x:Claim)
  WHERE NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() }
  RETURN x
UNION
  MATCH (s)<-[:QUOTES]-(r:EvidenceRecord)<-[:RESTS_ON]-(x:Critique)
  WHERE NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
  RETURN x
}
WITH s, x
WHERE NOT EXISTS { (x)<-[:SUPERSEDES|WITHDRAWS]-() }
WITH s, x ORDER BY x.seq, x.ord
WITH s, collect(DISTINCT x.stance_id) AS sides, collect(CASE WHEN x:Claim THEN x.id END) AS claims,
     collect(CASE WHEN x:Critique THEN x.id END) AS critiques
WHERE size(sides) > 1
RETURN s.sentence_id AS sentence, s.text AS text, sides, claims, critiques
ORDER BY sentence
