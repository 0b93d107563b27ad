// name: lock_heads
// params: runs: str[]
// returns: rows(run: str, seq: int, hash: str, at: str)
// why: Takes the write lock of each chain's Run node (writing a property with its own value changes nothing but locks), then reads the head of the chain.
// effect: writes: a property gets the value that it has.
UNWIND $runs AS id
MATCH (r:Artifact {id: id})
SET r.kind = r.kind
WITH r
CALL (r) {
  MATCH (a:Activity {run: r.id})
  USING INDEX SEEK a:Activity(run, seq)
  WHERE a.seq >= 0
  RETURN a.seq AS seq, a.hash AS hash, a.at AS at
  ORDER BY a.run DESC, a.seq DESC
  LIMIT 1
}
RETURN r.id AS run, seq, hash, at
