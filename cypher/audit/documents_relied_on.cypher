// name: documents_relied_on
// params: limit: int = 50
// returns: rows(document: str, title: str, runs: int, records: int)
// why: Which documents do most runs quote?
// scans: Every EvidenceRecord node.
MATCH (r:EvidenceRecord)
WHERE NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
MATCH (r)-[:QUOTES]->(:EvidenceSentence)-[:FROM_DOCUMENT]->(d:Document)
RETURN d.id AS document, d.title AS title, count(DISTINCT r.run) AS runs, count(DISTINCT r) AS records
ORDER BY runs DESC, records DESC, document
LIMIT $limit
