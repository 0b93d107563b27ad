// name: single_source_claims
// params: run: str
// returns: rows(claim: str, leaf: str, text: str, document: str, title: str)
// why: Which current claims rest on one document only?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:Claim AND NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() }
MATCH (c)<-[:WARRANTS]-(w:Warrant)-[:USES]->(r:EvidenceRecord)-[:QUOTES]->(:EvidenceSentence)-[:FROM_DOCUMENT]->(d:Document)
WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
WITH c, collect(DISTINCT d) AS documents
WHERE size(documents) = 1
RETURN c.id AS claim, c.leaf AS leaf, c.text AS text, documents[0].id AS document, documents[0].title AS title
ORDER BY claim
