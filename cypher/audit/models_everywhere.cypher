// name: models_everywhere
// params: limit: int = 100
// returns: rows(model: str, provider: str, runs: int, calls: int, failed: int, tokens: int)
// why: Which models did all runs call, how often, and with how many failures?
// scans: Every ModelCall node.
MATCH (m:ModelCall)
RETURN m.model AS model, m.provider AS provider, count(DISTINCT m.run) AS runs, count(*) AS calls,
       sum(CASE WHEN m.outcome = 'ok' THEN 0 ELSE 1 END) AS failed, sum(m.tokens_in + m.tokens_out) AS tokens
ORDER BY calls DESC, model, provider
LIMIT $limit
