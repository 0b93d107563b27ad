// name: ledger_nodes
// params: run: str, low: float, high: float
// returns: rows(seq: number, rows: [labels, properties][])
// why: Every node stamped with a chain and a range of seq, packed by seq, whether its activity is there or not.
MATCH (n:Artifact {run: $run})
USING INDEX SEEK n:Artifact(run, seq)
WHERE n.seq >= $low AND n.seq < $high
RETURN n.seq AS seq, collect([labels(n), properties(n)]) AS rows
ORDER BY seq
