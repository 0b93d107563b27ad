// name: runs_holding
// params: perspective: str
// returns: rows(run: str)
// why: The runs in which somebody argued from a perspective, the latest first.
// for: readers
MATCH (p:Artifact {id: $perspective})<-[h:HOLDS]-()
RETURN h.run AS run, max(h.at) AS at
ORDER BY at DESC
