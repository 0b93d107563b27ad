// name: model_usage
// params: run: str
// returns: rows(model: str, provider: str, task: str, calls: int, failed: int, tokens_in: int, tokens_out: int, repairs: int, latency_ms: int)
// why: Which models were called for which tasks of this run, how often, and at what cost?
MATCH (m:Artifact {run: $run})
USING INDEX SEEK m:Artifact(run, seq)
WHERE m.seq >= 0 AND m:ModelCall
RETURN m.model AS model, m.provider AS provider, m.task AS task, count(*) AS calls,
       sum(CASE WHEN m.outcome = 'ok' THEN 0 ELSE 1 END) AS failed, sum(m.tokens_in) AS tokens_in,
       sum(m.tokens_out) AS tokens_out, sum(m.repairs) AS repairs, sum(m.latency_ms) AS latency_ms
ORDER BY model, provider, task
