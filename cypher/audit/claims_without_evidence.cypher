// name: claims_without_evidence
// params: run: str
// returns: rows(claim: str, leaf: str, stance_id: str, text: str)
// why: Which current claims need evidence and have none?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:Claim AND c.evidence = 'required' AND NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() }
  AND NOT EXISTS {
    MATCH (c)<-[:WARRANTS]-(w:Warrant)-[:USES]->(r:EvidenceRecord)
    WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
  }
RETURN c.id AS claim, c.leaf AS leaf, c.stance_id AS stance_id, c.text AS text
ORDER BY claim
