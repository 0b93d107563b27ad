// name: unfaithful_quotations
// params: run: str
// returns: rows(record: str, verdict: str, score: float, quotation: str, diff: str, claims: str[])
// why: Which current quotations are not faithful to their source, and which claims use them?
MATCH (r:Artifact {run: $run})
USING INDEX SEEK r:Artifact(run, seq)
WHERE r.seq >= 0 AND r:EvidenceRecord AND NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
CALL (r) {
  MATCH (r)<-[:VALIDATES]-(v:ValidationResult)
  RETURN v
  ORDER BY v.seq DESC, v.ord DESC
  LIMIT 1
}
WITH r, v
WHERE NOT v.verdict IN ['exact', 'elided']
CALL (r) {
  OPTIONAL MATCH (r)<-[:USES]-(w:Warrant)-[:WARRANTS]->(c:Claim)
  WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() }
  WITH c ORDER BY c.id
  RETURN collect(DISTINCT c.id) AS claims
}
RETURN r.id AS record, v.verdict AS verdict, v.score AS score, r.quotation AS quotation, v.diff AS diff, claims
ORDER BY record
