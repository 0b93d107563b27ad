// name: unanswered_objections
// params: run: str, least: float = 0.0
// returns: rows(critique: str, flaw: str, grounds: str, stance_id: str, target: str, materiality: float)
// why: Which objections to a claim were found valid, at least so material, and never answered?
MATCH (k:Artifact {run: $run})
USING INDEX SEEK k:Artifact(run, seq)
WHERE k.seq >= 0 AND k:Critique AND NOT EXISTS { (k)<-[:SUPERSEDES]-() } AND NOT EXISTS { (k)<-[:ANSWERS]-() }
MATCH (k)-[:ATTACKS]->(t:Artifact)
CALL (k) {
  MATCH (k)<-[:RATES]-(e:Evaluation)
  WHERE NOT EXISTS { (e)<-[:SUPERSEDES]-() }
  RETURN e
  ORDER BY e.seq DESC, e.ord DESC
  LIMIT 1
}
WITH k, t, e
WHERE e.verdict = 'valid' AND e.materiality >= $least AND NOT EXISTS { (t)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN k.id AS critique, k.flaw AS flaw, k.grounds AS grounds, k.stance_id AS stance_id, t.id AS target,
       e.materiality AS materiality
ORDER BY materiality DESC, critique, target
