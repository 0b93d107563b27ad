// name: activity_hash
// params: run: str, seq: int
// returns: rows(id: str, hash: str)
// why: Whether a commit whose acknowledgement was lost has landed.
MATCH (a:Activity {run: $run, seq: $seq})
RETURN a.id AS id, a.hash AS hash
