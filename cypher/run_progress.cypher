// name: run_progress
// params: run: str
// returns: rows(seq: int, kind: str, step: str, stance: str, at: str, calls: int, tokens_in: int, tokens_out: int, latency_ms: int)
// why: The activities of a chain in order, each with what its calls of a model took: how far a run is.
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0
CALL (a) {
  OPTIONAL MATCH (a:Call)<-[:WAS_GENERATED_BY]-(c:ModelCall)
  RETURN count(c) AS calls, sum(c.tokens_in) AS tokens_in, sum(c.tokens_out) AS tokens_out, sum(c.latency_ms) AS latency_ms
}
RETURN a.seq AS seq, a.kind AS kind, a.step AS step, coalesce(a.stance_id, '') AS stance,
       a.at AS at, calls, tokens_in, tokens_out, latency_ms
ORDER BY a.run, a.seq
