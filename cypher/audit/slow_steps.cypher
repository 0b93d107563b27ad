// name: slow_steps
// params: run: str, least_ms: int = 10000, limit: int = 50
// returns: rows(activity: str, step: str, agent: str, latency_ms: int, calls: int)
// why: Which activities waited at least so long for a model?
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0 AND a.latency_ms >= $least_ms
RETURN a.id AS activity, a.step AS step, a.agent AS agent, a.latency_ms AS latency_ms,
       COUNT { (a)<-[:WAS_GENERATED_BY]-(:ModelCall) } AS calls
ORDER BY latency_ms DESC, activity
LIMIT $limit
