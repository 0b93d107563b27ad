// name: objections_dismissed
// params: run: str, limit: int = 200
// returns: rows(critique: str, flaw: str, grounds: str, target: str, rule: str, reasons: str, evaluator: str)
// why: Which objections were dismissed, and by which rule or judgement (empty rule)?
MATCH (k:Artifact {run: $run})
USING INDEX SEEK k:Artifact(run, seq)
WHERE k.seq >= 0 AND k:Critique AND NOT EXISTS { (k)<-[:SUPERSEDES]-() }
CALL (k) {
  MATCH (k)<-[:RATES]-(e:Evaluation)
  WHERE NOT EXISTS { (e)<-[:SUPERSEDES]-() }
  RETURN e
  ORDER BY e.seq DESC, e.ord DESC
  LIMIT 1
}
WITH k, e
WHERE e.verdict = 'invalid'
MATCH (k)-[:ATTACKS]->(t:Artifact)
RETURN k.id AS critique, k.flaw AS flaw, k.grounds AS grounds, t.id AS target, e.rule AS rule, e.reasons AS reasons,
       e.stance_id AS evaluator
ORDER BY rule, critique, target
LIMIT $limit
