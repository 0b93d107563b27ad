// name: perspectives_heard
// params: run: str
// returns: rows(stance_id: str, turns: int, claims: int, standing: int, critiques: int, upheld: int)
// why: How much did each perspective say, and how much of it stands or was upheld?
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0 AND a.stance_id IS NOT NULL
WITH a.stance_id AS stance_id, count(a) AS turns
CALL (stance_id) {
  MATCH (c:Artifact {run: $run})
  USING INDEX SEEK c:Artifact(run, seq)
  WHERE c.seq >= 0 AND c:Claim AND c.stance_id = stance_id
  RETURN count(c) AS claims, sum(CASE WHEN EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() } THEN 0 ELSE 1 END) AS standing
}
CALL (stance_id) {
  MATCH (k:Artifact {run: $run})
  USING INDEX SEEK k:Artifact(run, seq)
  WHERE k.seq >= 0 AND k:Critique AND k.stance_id = stance_id
  RETURN count(k) AS critiques,
         sum(CASE WHEN EXISTS { (k)<-[:RATES]-(e:Evaluation) WHERE e.verdict = 'valid' } THEN 1 ELSE 0 END) AS upheld
}
RETURN stance_id, turns, claims, standing, critiques, upheld
ORDER BY stance_id
