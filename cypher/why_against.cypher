// name: why_against
// params: ids: str[]
// returns: rows(of: str, how: str, id: str, labels: str[], props: map)
// why: One step of what was said against each of these nodes: critiques, clashing claims, replies, ratings, outcomes.
UNWIND $ids AS of
MATCH (n:Artifact {id: of})
CALL (n) {
  MATCH (n)<-[:ATTACKS]-(m:Critique) RETURN m, 'is attacked by' AS how
UNION
  MATCH (n:Finding)<-[:CHALLENGES]-(m:Challenge)
  WHERE NOT EXISTS { (m)-[:ATTACKS]->(n) }
  RETURN m, 'is challenged by' AS how
UNION
  MATCH (n)-[:REBUTS]-(m:Claim) RETURN m, 'clashes with' AS how
UNION
  MATCH (n:Critique)<-[:ANSWERS]-(m:Artifact) RETURN m, 'is answered by' AS how
UNION
  MATCH (n:Utterance)<-[:ANSWERS]-(m:Utterance)
  WHERE (m.origin <> 'agent' OR m.accepted IS NOT NULL) AND NOT EXISTS { (m)<-[:SUPERSEDES]-() }
  RETURN m, 'is answered by' AS how
UNION
  MATCH (n:Utterance)-[:SUPERSEDES]->{0,1}(:Utterance)<-[:ABOUT]-(m:Judgement)
  WHERE NOT m.accepted
  RETURN m, 'was not accepted in' AS how
UNION
  MATCH (n)<-[:RATES|DECIDES]-(m:Evaluation) RETURN m, 'is rated by' AS how
UNION
  MATCH (n)<-[:RESOLVES]-(m:Outcome) RETURN m, 'led to' AS how
}
RETURN of, how, m.id AS id, labels(m) AS labels, properties(m) AS props
ORDER BY of, m.run, m.seq, m.ord, how
