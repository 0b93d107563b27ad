// name: leaf_hashes
// params: run: str, low: int, high: int
// returns: rows(seq: int, hash: str)
// why: The hashes of a range of a chain's activities, the leaves of the tree that checkpoints sign.
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= $low AND a.seq < $high
RETURN a.seq AS seq, a.hash AS hash
ORDER BY a.run, a.seq
