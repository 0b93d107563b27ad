// name: positions
// params: none
// returns: rows(run: str, id: str, certified: bool, version: int)
// why: The current position of every run that has one.
// for: readers
// scans: Every Position node; there is one a run and repair.
MATCH (p:Position)
WHERE NOT EXISTS { (p)<-[:SUPERSEDES]-() }
RETURN p.run AS run, p.id AS id, p.certified AS certified, p.version AS version
ORDER BY p.run, p.seq, p.ord
