// name: documents_offered_unused
// params: run: str, limit: int = 50
// returns: rows(document: str, title: str, source_class: str, offered: int)
// why: Which documents were offered for slots and never quoted by anybody?
MATCH (s:Artifact {run: $run})
USING INDEX SEEK s:Artifact(run, seq)
WHERE s.seq >= 0 AND s:EvidenceSentence
MATCH (s)-[:FROM_DOCUMENT]->(d:Document)
WITH d, sum(COUNT { (s)<-[:OFFERED]-() }) AS offered, sum(COUNT { (s)<-[:QUOTES]-() }) AS quoted
WHERE offered > 0 AND quoted = 0
RETURN d.id AS document, d.title AS title, d.source_class AS source_class, offered
ORDER BY offered DESC, document
LIMIT $limit
