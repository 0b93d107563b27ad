// name: run_corpus
// params: run: str
// returns: rows(corpus: str)
// why: Which corpus a run argues over; its parameters are JSON, so the documents of its sentences are asked.
MATCH (n:Artifact {run: $run})
USING INDEX SEEK n:Artifact(run, seq)
WHERE n.seq >= 0 AND n:EvidenceSentence
MATCH (n)-[:FROM_DOCUMENT]->(d:Document)
RETURN d.corpus AS corpus
LIMIT 1
