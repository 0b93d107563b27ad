// name: stance_drift
// params: run: str, least: float = 0.01
// returns: rows(turn: str, step: str, stance_id: str, drift: float, blocked: bool, violated: str[])
// why: Which turns did not keep to their perspective's constraints, by at least so much?
MATCH (r:Artifact {run: $run})
USING INDEX SEEK r:Artifact(run, seq)
WHERE r.seq >= 0 AND r:DriftReport AND r.drift_score >= $least
MATCH (a:Activity {id: r.turn})
RETURN r.turn AS turn, a.step AS step, r.stance_id AS stance_id, r.drift_score AS drift, r.blocked AS blocked,
       r.violated AS violated
ORDER BY drift DESC, r.seq, r.ord
