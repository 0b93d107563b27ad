// name: run_activities
// params: run: str, low: int, high: int
// returns: rows(labels: str[], props: map)
// why: The activities of a chain in order, low <= seq < high.
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= $low AND a.seq < $high
RETURN labels(a) AS labels, properties(a) AS props
ORDER BY a.run, a.seq
