// name: run_calls
// params: run: str
// returns: rows(seq: int, model: str, tokens_in: int, tokens_out: int, latency_ms: int)
// why: What each call of a model cost in a run, and how long it was waited for, in order.
MATCH (m:Artifact {run: $run})
USING INDEX SEEK m:Artifact(run, seq)
WHERE m.seq >= 0 AND m:ModelCall
RETURN m.seq AS seq, m.model AS model, m.tokens_in AS tokens_in, m.tokens_out AS tokens_out, m.latency_ms AS latency_ms
ORDER BY m.run, m.seq, m.ord
