// name: citing_document
// params: document: str, limit: int = 200
// returns: rows(run: str, claims: int, critiques: int, sentences: int)
// why: Which runs rest on this document, with how many claims and critiques?
MATCH (d:Artifact {id: $document})<-[:FROM_DOCUMENT]-(s:EvidenceSentence)<-[:QUOTES]-(r:EvidenceRecord)
WHERE NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
OPTIONAL MATCH (r)<-[:USES]-(w:Warrant)-[:WARRANTS]->(c:Claim)
WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() }
OPTIONAL MATCH (r)<-[:RESTS_ON]-(k:Critique)
WITH s.run AS run, count(DISTINCT c) AS claims, count(DISTINCT k) AS critiques, count(DISTINCT s) AS sentences
WHERE claims + critiques > 0
RETURN run, claims, critiques, sentences
ORDER BY claims DESC, run
LIMIT $limit
