// name: chain_end
// params: run: str
// returns: rows(seq: int)
// why: The place of the last activity of a chain, to see whether somebody wrote to it meanwhile.
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0
RETURN a.seq AS seq
ORDER BY a.run DESC, a.seq DESC
LIMIT 1
