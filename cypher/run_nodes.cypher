// name: run_nodes
// params: run: str, low: int, high: int
// returns: rows(seq: int, rows: [labels, properties][])
// why: The nodes of a chain packed by activity, low <= seq < high.
MATCH (n:Artifact {run: $run})
USING INDEX SEEK n:Artifact(run, seq)
WHERE n.seq >= $low AND n.seq < $high
RETURN n.seq AS seq, collect([labels(n), properties(n)]) AS rows
ORDER BY seq
