// name: evidence_citations
// params: run: str
// returns: rows(id: str, documents: str[], verdict: str, score: float, diff: str, claims: str[], sentences: str[])
// why: The live records of a run with their latest verdict, the live claims they are cited for and the sentences they quote.
// for: readers
MATCH (r:Artifact {run: $run})
USING INDEX SEEK r:Artifact(run, seq)
WHERE r.seq >= 0 AND r:EvidenceRecord AND NOT EXISTS { (r)<-[:SUPERSEDES]-() }
CALL (r) {
  OPTIONAL MATCH (v:ValidationResult)-[:VALIDATES]->(r)
  RETURN v
  ORDER BY v.seq DESC, v.ord DESC
  LIMIT 1
}
CALL (r) {
  MATCH (c:Claim)<-[:WARRANTS]-(w:Warrant)-[:USES]->(r)
  WHERE NOT EXISTS { (c)<-[:SUPERSEDES]-() } AND NOT EXISTS { (w)<-[:SUPERSEDES]-() }
  RETURN collect(DISTINCT c.text) AS claims
}
CALL (r) {
  MATCH (r)-[q:QUOTES]->(s:EvidenceSentence)
  WITH s ORDER BY q.position
  RETURN collect(s.text) AS sentences
}
RETURN r.id AS id, r.documents AS documents, v.verdict AS verdict, v.score AS score, v.diff AS diff, claims, sentences
ORDER BY r.seq, r.ord
