// name: prov_outside
// params: run: str
// returns: rows(labels: str[], props: map)
// why: Nodes of other chains that a run's edges join or that its activities used, by the activity that wrote them; read as a stream.
CALL () {
  MATCH (n:Artifact {run: $run})-[]->(m:Artifact)
  USING INDEX SEEK n:Artifact(run, seq)
  WHERE n.seq >= 0 AND m.run <> $run
  RETURN m
UNION
  MATCH (a:Activity {run: $run})-[]->(m:Artifact)
  USING INDEX SEEK a:Activity(run, seq)
  WHERE a.seq >= 0 AND m.run <> $run
  RETURN m
UNION
  MATCH (x)-[e:SUPPORTS]->(y)
  WHERE e.run = $run AND e.seq >= 0
  UNWIND [x, y] AS m
  WITH m
  WHERE m.run <> $run
  RETURN m
UNION
  MATCH (x)-[e:REBUTS]->(y)
  WHERE e.run = $run AND e.seq >= 0
  UNWIND [x, y] AS m
  WITH m
  WHERE m.run <> $run
  RETURN m
UNION
  MATCH (x)-[e:ASKS]->(y)
  WHERE e.run = $run AND e.seq >= 0
  UNWIND [x, y] AS m
  WITH m
  WHERE m.run <> $run
  RETURN m
UNION
  MATCH (x)-[e:SPEAKS_AGAINST]->(y)
  WHERE e.run = $run AND e.seq >= 0
  UNWIND [x, y] AS m
  WITH m
  WHERE m.run <> $run
  RETURN m
UNION
  MATCH (x)-[e:UNDERCUTS]->(y)
  WHERE e.run = $run AND e.seq >= 0
  UNWIND [x, y] AS m
  WITH m
  WHERE m.run <> $run
  RETURN m
UNION
  MATCH (a:Activity {run: $run})
  USING INDEX SEEK a:Activity(run, seq)
  WHERE a.seq >= 0 AND a.used IS NOT NULL
  UNWIND a.used AS id
  MATCH (m:Artifact {id: id})
  WHERE m.run <> $run
  RETURN m
}
RETURN labels(m) AS labels, properties(m) AS props
ORDER BY m.activity, m.id
