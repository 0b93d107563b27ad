// name: ledger_activities
// params: run: str, low: float, limit: int
// returns: rows(labels: str[], props: map)
// why: The next activities of a chain in order, from seq low on; a gap left by a deleted one is stepped over.
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= $low
RETURN labels(a) AS labels, properties(a) AS props
ORDER BY a.run, a.seq
LIMIT $limit
