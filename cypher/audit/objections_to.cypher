// name: objections_to
// params: id: str, limit: int = 50
// returns: rows(critique: str, flaw: str, grounds: str, stance_id: str, verdict: str, materiality: float, rule: str, replies: int)
// why: What was objected to this node, and how was each objection rated and answered?
MATCH (n:Artifact {id: $id})<-[:ATTACKS]-(k:Critique)
WHERE NOT EXISTS { (k)<-[:SUPERSEDES]-() }
CALL (k) {
  OPTIONAL MATCH (k)<-[:RATES]-(e:Evaluation)
  WHERE NOT EXISTS { (e)<-[:SUPERSEDES]-() }
  RETURN e
  ORDER BY e.seq DESC, e.ord DESC
  LIMIT 1
}
RETURN k.id AS critique, k.flaw AS flaw, k.grounds AS grounds, k.stance_id AS stance_id, e.verdict AS verdict,
       e.materiality AS materiality, e.rule AS rule, COUNT { (k)<-[:ANSWERS]-(:Artifact) } AS replies
ORDER BY coalesce(materiality, 0.0) DESC, critique
LIMIT $limit
