// name: self_ratings
// params: run: str
// returns: rows(evaluation: str, stance_id: str, verdict: str, rated: str, interest: str)
// why: Which ratings were made from a perspective with an interest: that of the critic, or of the author of what is attacked?
MATCH (e:Artifact {run: $run})
USING INDEX SEEK e:Artifact(run, seq)
WHERE e.seq >= 0 AND e:Evaluation AND e.stance_id <> '' AND NOT EXISTS { (e)<-[:SUPERSEDES]-() }
MATCH (e)-[:RATES]->(x:Artifact)
CALL (e, x) {
  WITH e, x WHERE x.stance_id = e.stance_id RETURN 'rates its own words' AS interest
UNION
  MATCH (x:Critique)-[:ATTACKS]->(t:Artifact) WHERE t.stance_id = e.stance_id
  RETURN 'rates an objection to its own words' AS interest
}
RETURN e.id AS evaluation, e.stance_id AS stance_id, e.verdict AS verdict, x.id AS rated, interest
ORDER BY evaluation, rated, interest
