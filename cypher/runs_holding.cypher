// name: runs_holding
// params: perspective: str
// returns: rows(run: str)
// why: The runs in which somebody argued from a perspective, or which adopted it, the latest first.
// for: readers
MATCH (p:Artifact {id: $perspective})<-[h:HOLDS|ADOPTS]-()
RETURN h.run AS run, max(h.at) AS at
ORDER BY at DESC
