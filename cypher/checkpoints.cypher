// name: checkpoints
// params: none
// returns: rows(id: str, number: int, size: int, root: str, peaks: str[], batches: str, note: str, at: str, seq: int)
// why: Every checkpoint in order, with what it added to the tree over all chains.
// for: readers
// scans: The label Checkpoint only.
MATCH (c:Checkpoint)
RETURN c.id AS id, c.number AS number, c.size AS size, c.root AS root, c.peaks AS peaks, c.batches AS batches,
       c.note AS note, c.at AS at, c.seq AS seq
ORDER BY number, id
