// name: memory_calls
// params: run: str
// returns: rows(told: map)
// why: The calls of a model that a memory was built with, so that one that was paid is not asked again.
MATCH (n:Artifact {run: $run})
USING INDEX SEEK n:Artifact(run, seq)
WHERE n.seq >= 0 AND n:ModelCall
RETURN properties(n) AS told
ORDER BY n.run, n.seq, n.ord
