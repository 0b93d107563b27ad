// name: run_edges
// params: run: str, low: int, high: int
// returns: rows(seq: int, rows: [type, start, end, properties][])
// why: The edges that start at the chain's own nodes and activities, packed by activity, automatic ones left out.
CALL () {
  MATCH (n:Artifact {run: $run})-[e]->(m)
  USING INDEX SEEK n:Artifact(run, seq)
  WHERE n.seq >= 0 AND e.run = $run AND e.seq >= $low AND e.seq < $high AND type(e) <> 'WAS_GENERATED_BY'
  RETURN n, e, m
UNION ALL
  MATCH (n:Activity {run: $run})-[e]->(m)
  USING INDEX SEEK n:Activity(run, seq)
  WHERE n.seq >= 0 AND e.run = $run AND e.seq >= $low AND e.seq < $high AND type(e) <> 'NEXT'
  RETURN n, e, m
}
RETURN e.seq AS seq, collect([type(e), n.id, m.id, properties(e)]) AS rows
ORDER BY seq
