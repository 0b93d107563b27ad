// name: agents_at_work
// params: run: str
// returns: rows(agent: str, provider: str, role: str, acts: int, blocked: int, failed: int, tokens: int, latency_ms: int)
// why: Which agents, people included, acted in this run in which roles, how often, and at what cost?
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0 AND a.agent <> 'system'
RETURN a.agent AS agent, a.provider AS provider, a.role AS role, count(*) AS acts,
       sum(CASE a.outcome WHEN 'blocked' THEN 1 ELSE 0 END) AS blocked,
       sum(CASE a.outcome WHEN 'failed' THEN 1 ELSE 0 END) AS failed,
       sum(coalesce(a.tokens_in, 0) + coalesce(a.tokens_out, 0)) AS tokens, sum(coalesce(a.latency_ms, 0)) AS latency_ms
ORDER BY agent, provider, role
