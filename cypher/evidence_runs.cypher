// name: evidence_runs
// params: chain: str
// returns: rows(run: str)
// why: The runs that refer to sentences of a corpus's documents, by the chain that the documents belong to.
MATCH (d:Artifact {run: $chain})
USING INDEX SEEK d:Artifact(run, seq)
WHERE d.seq >= 0 AND d:Document
MATCH (d)<-[:FROM_DOCUMENT]-(s:EvidenceSentence)
RETURN DISTINCT s.run AS run
ORDER BY run
