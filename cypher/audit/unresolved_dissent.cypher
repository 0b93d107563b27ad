// name: unresolved_dissent
// params: run: str
// returns: rows(critique: str, flaw: str, grounds: str, stance_id: str, target: str, verdict: str, materiality: float)
// why: Which objections does the memo of the current position list that no reply was found adequate to?
MATCH (p:Artifact {run: $run})
USING INDEX SEEK p:Artifact(run, seq)
WHERE p.seq >= 0 AND p:Position AND NOT EXISTS { (p)<-[:SUPERSEDES]-() }
MATCH (p)-[:INCLUDES]->(:DissentMemo)-[:LISTS]->(k:Critique)
WHERE NOT EXISTS { (k)<-[:ANSWERS]-(:Artifact)<-[:RATES]-(a:Evaluation) WHERE a.verdict = 'adequate' }
CALL (k) {
  OPTIONAL MATCH (k)<-[:RATES]-(e:Evaluation)
  WHERE NOT EXISTS { (e)<-[:SUPERSEDES]-() }
  RETURN e
  ORDER BY e.seq DESC, e.ord DESC
  LIMIT 1
}
MATCH (k)-[:ATTACKS]->(t:Artifact)
RETURN k.id AS critique, k.flaw AS flaw, k.grounds AS grounds, k.stance_id AS stance_id, t.id AS target,
       e.verdict AS verdict, e.materiality AS materiality
ORDER BY coalesce(materiality, 0.0) DESC, critique, target
