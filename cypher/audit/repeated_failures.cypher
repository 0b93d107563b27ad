// name: repeated_failures
// params: run: str, least: int = 2
// returns: rows(what: str, agent: str, outcome: str, times: int, first: str, last: str)
// why: What failed or was blocked at least so often: steps of the run, and calls of a model?
CALL () {
  MATCH (a:Activity {run: $run})
  USING INDEX SEEK a:Activity(run, seq)
  WHERE a.seq >= 0 AND a.outcome IN ['failed', 'blocked']
  RETURN 'step ' + split(a.step, ':')[0] AS what, a.agent AS agent, a.outcome AS outcome, a.at AS at
UNION ALL
  MATCH (m:Artifact {run: $run})
  USING INDEX SEEK m:Artifact(run, seq)
  WHERE m.seq >= 0 AND m:ModelCall AND m.outcome <> 'ok'
  RETURN 'call ' + m.task AS what, m.model AS agent, m.outcome AS outcome, m.at AS at
}
WITH what, agent, outcome, count(*) AS times, min(at) AS first, max(at) AS last
WHERE times >= $least
RETURN what, agent, outcome, times, first, last
ORDER BY times DESC, what, agent, outcome
