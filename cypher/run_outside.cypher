// name: run_outside
// params: run: str
// returns: rows(labels: str[], props: map)
// why: Nodes of other chains that a run refers to: documents and library perspectives.
MATCH (n:Artifact {run: $run})-[e]->(m:Artifact)
USING INDEX SEEK n:Artifact(run, seq)
// What a run takes up of a debate is said by its edges; the debate itself is no part of it.
WHERE n.seq >= 0 AND m.run <> $run AND type(e) <> 'TAKES_UP'
RETURN DISTINCT labels(m) AS labels, properties(m) AS props
UNION
MATCH (a:Activity {run: $run})-[]->(m:Artifact)
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0 AND m.run <> $run
RETURN DISTINCT labels(m) AS labels, properties(m) AS props
