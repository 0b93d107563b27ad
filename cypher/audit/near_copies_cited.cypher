// name: near_copies_cited
// params: run: str
// returns: rows(claim: str, text: str, document: str, copy: str, likeness: float)
// why: Which current claims count two documents that are nearly the same as two sources?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:Claim AND NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() }
MATCH (c)<-[:WARRANTS]-(w:Warrant)-[:USES]->(r:EvidenceRecord)-[:QUOTES]->(:EvidenceSentence)-[:FROM_DOCUMENT]->(d:Document)
WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
WITH c, collect(DISTINCT d) AS documents
UNWIND documents AS copy
MATCH (copy)-[like:RESEMBLES]->(d:Document)
WHERE d IN documents
RETURN c.id AS claim, c.text AS text, d.id AS document, copy.id AS copy, like.likeness AS likeness
ORDER BY claim, document, copy
